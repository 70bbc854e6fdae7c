import { expect, test } from "vitest";
import type { ItemPage } from "./item";
import { decodeItemPage, encodeItemPage } from "./item-page-text";

test("a page comes out of its text as it went in", () => {
  const page: ItemPage = {
    items: [
      {
        id: "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01",
        name: '"Quoted", <b>bold</b>, \u2028 and 👩‍🌾',
        featured: true,
        createdAt: new Date("2026-11-20T12:00:00.123Z"),
      },
      { id: "2", name: "", featured: false, createdAt: new Date(0) },
    ],
    next: "cursor",
  };
  expect(decodeItemPage(encodeItemPage(page))).toEqual(page);
  expect(decodeItemPage(encodeItemPage({ items: [], next: null }))).toEqual({
    items: [],
    next: null,
  });
});
