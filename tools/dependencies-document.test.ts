import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

test("docs/dependencies.md has a word for each direct dependency, and for no other", () => {
  const { dependencies, devDependencies, optionalDependencies } = packageJson;
  const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    // Types come with what they describe.
    .filter((name) => !name.startsWith("@types/"));
  const table = readFileSync("docs/dependencies.md", "utf8").split(
    "## Versions that need a word",
  )[0];
  const rows = (table ?? "").matchAll(/^\| (?<names>`[^|]+`) \|/gm);
  const described = Array.from(rows, ({ groups }) => groups?.names.split(/, /) ?? [])
    .flat()
    .map((name) => name.replaceAll("`", ""))
    // Has a manifest of its own: tools/lighthouse.
    .filter((name) => name !== "lighthouse" && name !== "@types/*");
  expect(described.toSorted()).toEqual(installed.toSorted());
});
