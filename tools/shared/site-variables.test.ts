import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { portsAt } from "./settings.ts";
import { localVariables, withOverrides } from "./site-variables.ts";

const defaults = localVariables(portsAt(0), "http://localhost:5173");

/** The variables after an override by a file with `text`. */
function overrideBy(text: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "variables-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, ".dev.vars");
  writeFileSync(file, text);
  return withOverrides(defaults, file);
}

test("every documented variable can be overridden", () => {
  const names = Object.keys(parseEnv(readFileSync(".dev.vars.example", "utf8")));
  const given = Object.fromEntries(names.map((name) => [name, `given-${name}`]));
  const lines = Object.entries(given).map(([name, value]) => `${name}="${value}"\n`);
  expect(overrideBy(lines.join(""))).toEqual(given);
});

test("other variables keep their default", () => {
  expect(overrideBy("SHEET_API_TOKEN=other\n")).toEqual({ ...defaults, SHEET_API_TOKEN: "other" });
});

test("a misspelled variable in .dev.vars is an error, not ignored", () => {
  expect(() => overrideBy("SHEET_API_TOKNE=other\n")).toThrow(
    ".dev.vars: SHEET_API_TOKNE is not in .dev.vars.example",
  );
});
