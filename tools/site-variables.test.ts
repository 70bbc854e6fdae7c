import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { portsAt } from "./settings.ts";
import { localVariables, withOverrides } from "./site-variables.ts";

const defaults = localVariables(portsAt(0), "http://localhost:5173");

test("every documented variable can be overridden", () => {
  const names = Object.keys(parseEnv(readFileSync(".dev.vars.example", "utf8")));
  const env = Object.fromEntries(names.map((name) => [name, `given-${name}`]));
  expect(withOverrides(defaults, env)).toEqual(env);
});

test("other variables keep their default, or are omitted without one", () => {
  expect(withOverrides(defaults, { STRIPE_PRICE_PRO: "price_other" })).toEqual({
    ...defaults,
    STRIPE_PRICE_PRO: "price_other",
  });
});
