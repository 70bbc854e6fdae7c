/** biome.json names what each folder of app/ may not import. This says the order once, and tries every wrong import. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** Each uses only those before it. */
const DOMAINS = ["navigation", "auth", "two-step", "devices", "api", "billing", "items", "account"];
/** Use none of the domains but the first, and no other uses them. */
const ALONE = ["contact", "marketing"];
const LEAVES = ["forms", "ui", "content"];

/** What a file in `app/{folder}` may not import, by name of the folder. */
function forbiddenFor(folder: string): readonly string[] {
  const everyDomain = [...DOMAINS, ...ALONE];
  if (LEAVES.includes(folder)) return [...everyDomain, "platform"];
  if (folder === "platform") return everyDomain;
  if (ALONE.includes(folder)) return everyDomain.slice(1).filter((name) => name !== folder);
  return [...DOMAINS.slice(DOMAINS.indexOf(folder) + 1), ...ALONE];
}

/** Every way to write an import of something in `app/{name}`, types included. */
const importsOf = (name: string) => [
  `import "~/${name}/some";`,
  `import "../${name}/some.server";`,
  `import type { A } from "~/${name}/deeper/some"; export type { A };`,
];

/** Lints files of a copy that has nothing but the settings; answers the lines of each that are refused. */
function lint(files: Readonly<Record<string, readonly string[]>>): Map<string, string[]> {
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(copy, file), lines.join("\n"));
  }
  const { stdout } = spawnSync(
    path.resolve("node_modules/.bin/biome"),
    ["lint", "--only=style/noRestrictedImports", "--reporter=github", "--max-diagnostics=none"],
    { cwd: copy, encoding: "utf8" },
  );
  const refused = new Map<string, string[]>();
  for (const [, found = "", line] of stdout.matchAll(/file=([^,]+),line=(\d+),/g)) {
    const file = path.relative(copy, found);
    const text = files[file]?.[Number(line) - 1] ?? "";
    refused.set(file, [...(refused.get(file) ?? []), text]);
  }
  return refused;
}

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(path.join(realpathSync(os.tmpdir()), "import-order-"));
  copyFileSync("biome.json", path.join(copy, "biome.json"));
  writeFileSync(path.join(copy, ".gitignore"), "node_modules\n");
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const folders = readdirSync("app", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "routes")
  .map(({ name }) => name);

describe("the order of imports", () => {
  test("knows every folder of app/", () => {
    expect(folders.toSorted()).toEqual([...DOMAINS, ...ALONE, ...LEAVES, "platform"].toSorted());
  });

  test("holds in each of them, for every way to write an import", () => {
    const outside = ["local", "tests", "ops", "tools"].map(
      (name) => `import "../../${name}/some";`,
    );
    const always = [
      ...outside,
      'import "local-stripe";',
      'import "~/root";',
      'import "~/routes/some";',
    ];
    const files = folders.map((folder) => {
      const forbidden = forbiddenFor(folder);
      const right = folders.filter((name) => !forbidden.includes(name));
      const wrong = [...always, ...forbidden.flatMap(importsOf)];
      return {
        file: `app/${folder}/some.ts`,
        wrong,
        lines: [...wrong, ...right.flatMap(importsOf)],
      };
    });
    const refused = lint(Object.fromEntries(files.map(({ file, lines }) => [file, lines])));
    for (const { file, wrong } of files)
      expect(refused.get(file)?.sort(), file).toEqual(wrong.sort());
  });

  test("keeps the Worker, the operators' commands and the tools apart from what they may not know", () => {
    const wrong = {
      "workers/some.ts": ['import "../local/cloud";', 'import type { A } from "../ops/some";'],
      "ops/some.ts": ['import "../local/some.ts";'],
      "tools/some.ts": ['import "../local/some.ts";', 'import "../ops/some.ts";'],
      "drizzle/some.ts": ['import "../local/some.ts";', 'import "../ops/some.ts";'],
    };
    const refused = lint(wrong);
    for (const [file, lines] of Object.entries(wrong))
      expect(refused.get(file)?.sort(), file).toEqual(lines.sort());
  });
});
