import { expect, test } from "vitest";
import { parseItemView } from "./item-view";

test("a query is in the form in which names are stored", () => {
  const params = new URLSearchParams({ q: " Cafe\u0301\0 " });
  expect(parseItemView(params).query).toBe("Caf\u00E9");
});
