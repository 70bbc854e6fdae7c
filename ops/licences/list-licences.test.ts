import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listLicences } from "./list-licences.ts";

const lockfile = (dependencies: object, packages: object) =>
  JSON.stringify({ packages: { "": { dependencies }, ...packages } });

test("docs/licences.md says what is installed, and nothing in the product needs a look", () => {
  const licences = listLicences(readFileSync("package-lock.json", "utf8"));
  expect(licences.questionable).toEqual([]);
  expect(readFileSync("docs/licences.md", "utf8"), "run `npm run licences`").toBe(
    licences.document,
  );
});

test("a licence that asks for more, or none at all, needs a person's look", () => {
  const { questionable } = listLicences(
    lockfile(
      { fine: "1", choice: "1", strict: "1", "@a/silent": "1" },
      {
        "node_modules/fine": { version: "1.0.0", license: "MIT" },
        "node_modules/choice": { version: "1.0.0", license: "GPL-3.0 OR MIT" },
        "node_modules/strict": { version: "1.0.0", license: "GPL-3.0" },
        "node_modules/@a/silent": { version: "1.0.0" },
        "node_modules/tool": { version: "1.0.0", license: "GPL-3.0" },
      },
    ),
  );
  expect(questionable).toEqual(["@a/silent", "strict"]);
});
