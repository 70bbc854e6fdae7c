import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { portsAt } from "./settings.ts";
import { localVariables, withOverrides } from "./site-variables.ts";

const defaults = localVariables(portsAt(0), "http://localhost:5173");

test("every documented variable can be overridden", () => {
  const names = Object.keys(parseEnv(readFileSync(".dev.vars.example", "utf8")));
  const env = Object.fromEntries(names.map((name) => [name, `given-${name}`]));
  expect(withOverrides(defaults, env)).toEqual(env);
});

test("other variables keep their default, or are omitted without one", () => {
  expect(withOverrides(defaults, { SHEET_API_TOKEN: "other" })).toEqual({
    ...defaults,
    SHEET_API_TOKEN: "other",
  });
});

test("a misspelled variable in .dev.vars is an error, not ignored", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "variables-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, ".dev.vars");
  writeFileSync(file, "SHEET_API_TOKEN=other\n");
  expect(withOverrides(defaults, {}, file).SHEET_API_TOKEN).toBe("other");
  writeFileSync(file, "SHEET_API_TOKNE=other\n");
  expect(() => withOverrides(defaults, {}, file)).toThrow(
    ".dev.vars: SHEET_API_TOKNE is not in .dev.vars.example",
  );
});
