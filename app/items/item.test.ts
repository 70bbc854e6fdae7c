import { expect, test } from "vitest";
import { isOlderItem } from "./item";

const position = {
  createdAt: Date.parse("2026-03-01T10:20:30.123Z"),
  id: "0b7e3c1a-9f2d-4e5a-8a51-2f0c6d7e8f90",
};

test("an item created a millisecond earlier is older", () => {
  const later = { ...position, createdAt: position.createdAt + 1 };
  expect(isOlderItem(position, later)).toBe(true);
  expect(isOlderItem(later, position)).toBe(false);
});

test("within a millisecond the id decides, and no item is older than itself", () => {
  const other = { ...position, id: "ffffffff-9f2d-4e5a-8a51-2f0c6d7e8f90" };
  expect(isOlderItem(position, other)).toBe(true);
  expect(isOlderItem(other, position)).toBe(false);
  expect(isOlderItem(position, position)).toBe(false);
});
