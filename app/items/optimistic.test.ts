import { expect, test } from "vitest";
import type { Item } from "./item";
import { applyOptimistic } from "./optimistic";

const OLD: Item = { id: "old", name: "Old", featured: false, createdAt: 1 };
const NEW: Item = { id: "new", name: "New", featured: true, createdAt: 2 };

function toForm(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { form };
}
const namesAfter = (...forms: Record<string, string>[]) =>
  applyOptimistic([NEW, OLD], forms.map(toForm), true).map(({ name }) => name);

test("added items come first, newest on top, each once", () => {
  const next = { intent: "create", id: "next", name: " Next " };
  const last = { intent: "create", id: "last", name: "Last" };
  expect(namesAfter(next, last, next)).toEqual(["Last", "Next", "New", "Old"]);
  expect(namesAfter({ ...next, id: "old" })).toEqual(["New", "Old"]);
});

test("a renamed item shows its new name", () => {
  expect(namesAfter({ intent: "rename", id: "old", name: "Older" })).toEqual(["New", "Older"]);
});

test("a deleted item disappears, and a restored item returns to its place", () => {
  const deletion = { intent: "delete", id: "new" };
  expect(namesAfter(deletion)).toEqual(["Old"]);
  const restore = { ...deletion, intent: "restore", name: "New", featured: "true", createdAt: "2" };
  expect(namesAfter(deletion, restore)).toEqual(["New", "Old"]);
  expect(namesAfter(restore)).toEqual(["New", "Old"]);
});

test("featuring and unfeaturing apply only if the plan allows it", () => {
  const starred = (intent: string, id: string, canFeature: boolean) =>
    applyOptimistic([NEW, OLD], [toForm({ intent, id })], canFeature).map(
      ({ featured }) => featured,
    );
  expect(starred("feature", "old", true)).toEqual([true, true]);
  expect(starred("feature", "old", false)).toEqual([true, false]);
  expect(starred("unfeature", "new", true)).toEqual([false, false]);
  expect(starred("unfeature", "new", false)).toEqual([true, false]);
});
