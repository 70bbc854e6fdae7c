/** The files of the tour's first feature can be pasted: what they import exists. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isTemplate } from "../../tests/support/template.ts";

const FILE = /^```tsx?\n\/\*\* (?<file>\S+): (?<code>.*?)^```$/gms;
const IMPORT =
  /^import (?:type )?\{ (?<names>.+) \} from "(?:~|#)(?<module>[^"]+)";$|import\("~(?<later>[^"]+)"\)/gm;
const tour = readFileSync("docs/tour.md", "utf8");
const files = new Map(
  Array.from(tour.matchAll(FILE), ({ groups: { file = "", code = "" } = {} }) => [file, code]),
);

/** The source of a module, in this repository or in the tour. */
function readModule(name: string): string {
  const stem = name.startsWith("/") ? path.join("app", name) : name;
  const file = [`${stem}.ts`, `${stem}.tsx`].find((each) => existsSync(each) || files.has(each));
  return file ? (files.get(file) ?? readFileSync(file, "utf8")) : "";
}

test("the tour has a whole file for the statements and one for the page", () => {
  expect([...files.keys()]).toEqual([
    "app/items/featured.server.ts",
    "app/routes/account/featured.tsx",
  ]);
});

// A product may have taken the list out.
test.each(isTemplate ? [...files] : [])("%s imports what exists", (_, code) => {
  const found = Array.from(code.matchAll(IMPORT), ({ groups = {} }) => groups);
  expect(found).not.toHaveLength(0);
  for (const { names, module, later } of found) {
    const source = readModule(module ?? later ?? "");
    expect(source, module ?? later).not.toBe("");
    for (const name of names?.split(", ") ?? [])
      expect(source).toMatch(new RegExp(`^export (?:async )?[\\w ]*\\b${name}\\b`, "m"));
  }
});
