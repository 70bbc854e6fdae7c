import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RECIPES } from "./recipes.ts";

const FOLDER = "tests/recipes";

test("every patch is a recipe that the nightly test follows", () => {
  const patches = globSync(`${FOLDER}/*.patch`).map((file) => path.basename(file, ".patch"));
  expect(patches.toSorted()).toEqual(Object.keys(RECIPES).toSorted());
});

test.each(Object.keys(RECIPES))("the recipe %s applies to this checkout", (name) => {
  const args = ["apply", "--check", `${FOLDER}/${name}.patch`];
  const { status, stderr } = spawnSync("git", args, { encoding: "utf8" });
  expect(
    status,
    `remake it as docs/recipes.md says; in a product, git rm -r tests/recipes\n${stderr}`,
  ).toBe(0);
});
