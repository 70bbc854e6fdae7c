import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";

const MANIFESTS = [".", "packages/local-kit", "packages/local-stripe", "packages/local-supabase"];

const manifestSchema = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

/** Names and versions. */
function directDependencies(folder: string): (readonly [string, string])[] {
  const manifest = readFileSync(`${folder}/package.json`, "utf8");
  const parsed = v.parse(v.pipe(v.string(), v.parseJson(), manifestSchema), manifest);
  return Object.values(parsed).flatMap((versions) => Object.entries(versions));
}

test("this repository's own packages come from their folders, whatever a registry has under their names", () => {
  const own = MANIFESTS.flatMap(directDependencies).filter(([name]) => name.startsWith("local-"));
  expect(own.length).toBeGreaterThan(0);
  for (const [, version] of own) expect(version).toMatch(/^file:/);
});

test("docs/dependencies.md lists every direct dependency, and no other", () => {
  const installed = new Set(MANIFESTS.flatMap(directDependencies).map(([name]) => name));
  // Leaves out type packages, and this repository's own.
  const external = [...installed].filter((name) => !/^(@types\/|local-)/.test(name));
  const table = readFileSync("docs/dependencies.md", "utf8").split("## Version notes")[0];
  const rows = (table ?? "").matchAll(/^\| (?<names>`[^|]+`) \|/gm);
  const described = Array.from(rows, ({ groups }) => (groups?.names ?? "").split(", "))
    .flat()
    .map((name) => name.replaceAll("`", ""))
    // tools/lighthouse has its own manifest.
    .filter((name) => name !== "lighthouse" && name !== "@types/*");
  expect(described.toSorted()).toEqual(external.toSorted());
});
