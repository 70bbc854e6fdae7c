import { expect, test } from "vitest";
import { parseItemFilter } from "./item-filter";

test("a query is in the form in which names are stored", () => {
  const params = new URLSearchParams({ q: " Cafe\u0301\0 " });
  expect(parseItemFilter(params).query).toBe("Caf\u00E9");
});
