import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { Item } from "./item";
import { ItemRow } from "./item-row";
import { itemRowsHtml } from "./item-row-html";

const plain: Item = {
  id: "6a2f6f0e-52a5-4b8e-9a53-0d8f0f0f2a11",
  name: "A short one",
  featured: false,
  createdAt: new Date("2026-02-03T23:59:59.999Z"),
};

/** What React writes for the row on the page at `url`. */
function renderRow(item: Item, url: string): string {
  const Page = createRoutesStub([
    {
      path: "/dashboard",
      Component: () => (
        <ItemRow item={item} canFeature={false} deletion={undefined} onDelete={() => {}} />
      ),
    },
  ]);
  return renderToString(<Page initialEntries={[url]} />);
}

test.each<[string, Item]>([
  ["as it is", plain],
  ["featured", { ...plain, featured: true }],
  ["named with markup", { ...plain, name: `<b>"R&D" isn't</b> &amp; ` }],
  ["named in another script", { ...plain, name: "اسم طويل \u202e <i>" }],
  ["from long ago", { ...plain, createdAt: new Date(-1) }],
])("an item %s is written as React writes it", (_, item) => {
  expect(itemRowsHtml([item], "/dashboard")).toBe(renderRow(item, "/dashboard"));
});

test("the row's forms post to the page they are on", () => {
  const url = "/dashboard?before=abc&x=%22%3E%3Cb%3E";
  expect(itemRowsHtml([plain], url)).toBe(renderRow(plain, url));
});
