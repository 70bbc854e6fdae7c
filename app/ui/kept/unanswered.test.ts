import { beforeEach, expect, test, vi } from "vitest";
import { dropAnswered, hasUnanswered, keepUnanswered, takeUnanswered } from "./unanswered";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const action = "/dashboard?item=new";
function sentForm(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return { form, action };
}

test("forms are kept in order until they are answered, or taken for their account", () => {
  const ann = { account: "ann" };
  for (const name of ["One", "two words\n& a line", "Three"])
    keepUnanswered(sentForm({ ...ann, name }));
  keepUnanswered(sentForm({ account: "ben", name: "Hidden" }));
  dropAnswered(sentForm({ ...ann, name: "One" }));
  const taken = takeUnanswered(ann).map((sent) => [
    sent.action,
    ...sent.form.getAll("name").map(String),
  ]);
  expect(taken).toEqual([
    [action, "two words\n& a line"],
    [action, "Three"],
  ]);
  expect(hasUnanswered()).toBe(false);
});

test("an answer drops the first of two equal forms: the later one is not answered yet", () => {
  for (const intent of ["feature", "unfeature", "feature"]) keepUnanswered(sentForm({ intent }));
  dropAnswered(sentForm({ intent: "feature" }));
  const taken = takeUnanswered({}).map(({ form }) => form.get("intent"));
  expect(taken).toEqual(["unfeature", "feature"]);
});
