import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keepPageParameters, PAGE_PARAMETERS } from "./page-parameters";

test("lists exactly what public pages and the root's middleware read", () => {
  const files = globSync([
    "app/root.tsx",
    "app/routes/marketing/*.tsx",
    "app/navigation/known-paths.ts",
    "app/auth/methods/link/forward-code.server.ts",
  ]);
  const read = files.flatMap((file) => {
    const code = readFileSync(file, "utf8");
    return Array.from(code.matchAll(/searchParams\.(?:get|has)\("(\w+)"\)/g), ([, name]) => name);
  });
  expect([...new Set(read)].toSorted()).toEqual(PAGE_PARAMETERS.toSorted());
});

// Source of the names: mpchadwick/tracking-query-params-registry.
test.each([
  "?utm_source=mail&utm_medium=email&utm_campaign=spring",
  "?UTM_SOURCE=mail",
  "?gclid=a&gad_source=1&gad_campaignid=2&srsltid=b",
  "?fbclid=a&ttclid=b&msclkid=c&mc_cid=d&_hsenc=e&igshid=f",
  "?ref=card",
  "?",
  "",
])("nothing is left of %j", (search) => {
  expect(keepPageParameters(search)).toBe("");
});

test("what a page reads is left", () => {
  expect(keepPageParameters("?utm_source=mail&topic=change&gclid=a")).toBe("?topic=change");
});
