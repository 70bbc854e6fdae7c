import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { portsAt } from "./settings.ts";
import { localVariables, withOverrides } from "./site-variables.ts";

const defaults = localVariables(portsAt(0), "http://localhost:5173");

test("every variable that is documented reaches the site when it is given", () => {
  const names = Object.keys(parseEnv(readFileSync(".dev.vars.example", "utf8")));
  const env = Object.fromEntries(names.map((name) => [name, `given-${name}`]));
  expect(withOverrides(defaults, env)).toEqual(env);
});

test("what is not given keeps its default, and what has none is left out", () => {
  expect(withOverrides(defaults, { STRIPE_PRICE_PRO: "price_other" })).toEqual({
    ...defaults,
    STRIPE_PRICE_PRO: "price_other",
  });
});
