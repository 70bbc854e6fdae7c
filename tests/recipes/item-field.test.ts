import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** item-field.nightly.test.ts tests the result. */
test("the recipe for an item field applies to this checkout", () => {
  const patch = "tests/recipes/item-field.patch";
  const { status, stderr } = spawnSync("git", ["apply", "--check", patch], { encoding: "utf8" });
  expect(status, `remake it as docs/recipes.md says\n${stderr}`).toBe(0);
});
