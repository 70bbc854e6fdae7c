import { describe, expect, test } from "vitest";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { MAX_SELECTED } from "./item";
import { addResult, createSerialQueue } from "./mutation-results";

const deleted = (...names: string[]) => {
  const items = names.map((name) => ({ id: name, name, featured: false, createdAt: 1 }));
  return formSuccess(`Deleted ${names}`, {
    undo: { intent: "restore", items: JSON.stringify(items) },
  });
};
const failed = (message: string, values?: Record<string, string>) =>
  formError({ status: 503, code: "database/unreachable", message }, values);
const messagesAfter = (...results: FormResult[]) =>
  results
    .reduce<readonly FormResult[]>((all, result) => addResult(all, result), [])
    .map(({ message }) => message);

describe("results of mutations", () => {
  test("the newest replaces the one before", () => {
    const featured = formSuccess("Featured 2 items", { undo: { intent: "unfeature", id: "a,b" } });
    expect(messagesAfter(deleted("A"), featured)).toEqual(["Featured 2 items"]);
    expect(messagesAfter(failed("Upgrade"), failed("Upgrade"))).toEqual(["Upgrade"]);
  });

  test("a success without undo changes nothing", () => {
    expect(messagesAfter(deleted("A"), formSuccess("Added “B”"))).toEqual(["Deleted A"]);
  });

  test("deletions add up, and one undo restores them all", () => {
    const [all, ...others] = addResult([deleted("A")], deleted("B", "C"));
    expect(others).toEqual([]);
    expect(all?.message).toBe("Deleted 3 items");
    expect(all?.undo?.intent).toBe("restore");
    expect(JSON.parse(all?.undo?.items ?? "")).toMatchObject([
      { name: "A" },
      { name: "B" },
      { name: "C" },
    ]);
  });

  test("deletions that do not fit into one undo form can be undone one after the other", () => {
    const names = Array.from({ length: MAX_SELECTED }, (_, index) => String(index));
    const first = deleted(...names);
    expect(messagesAfter(first, deleted("One more"), deleted("Another"))).toEqual([
      first.message,
      "Deleted 2 items",
    ]);
  });

  test("failures that hold typed names or deleted items stay, below the newest", () => {
    const typed = failed("Not added", { intent: "create", name: "Typed" });
    const lost = failed("Not restored", { intent: "restore", items: "[]" });
    expect(messagesAfter(typed, lost, deleted("A"), deleted("B"))).toEqual([
      "Not added",
      "Not restored",
      "Deleted 2 items",
    ]);
  });

  test("a failed deletion is replaced by the next result: its items are still in the list", () => {
    const undeleted = failed("Not deleted", { intent: "delete", id: "a" });
    expect(messagesAfter(undeleted, deleted("B"))).toEqual(["Deleted B"]);
  });
});

test("a task that fails delays no later one, and its own promise says so", async () => {
  const enqueue = createSerialQueue();
  const ran: string[] = [];
  const first = enqueue(async () => {
    ran.push("first");
    throw new Error("no chunk");
  });
  const second = enqueue(async () => void ran.push("second"));
  await expect(first).rejects.toThrow("no chunk");
  await second;
  expect(ran).toEqual(["first", "second"]);
});
