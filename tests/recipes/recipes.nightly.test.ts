/**
 * Follows docs/recipes.md and docs/make-it-yours.md in copies of this checkout, which then have to pass the type check,
 * the linters and the tests that the recipe names.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "../../app/content/brand.ts";
import { makeLocalDir } from "../support/isolation.ts";
import {
  applyRecipe,
  check,
  expectToPass,
  linkPackages,
  ROOT,
  run,
  TIME_LIMIT_MS,
} from "./copies.ts";
import { RECIPES } from "./recipes.ts";

/** Copies tracked and untracked files into a repository. */
async function copyCheckout(): Promise<string> {
  const copy = makeLocalDir("recipe");
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout, stderr } = await run(ROOT, "git", args);
  expect(status, stderr).toBe(0);
  // git also lists files deleted without a commit.
  for (const file of stdout.split("\0")) {
    const from = path.join(ROOT, file);
    if (file !== "" && existsSync(from)) cpSync(from, path.join(copy, file));
  }
  linkPackages(copy);
  await expectToPass(copy, "git", "init", "--quiet");
  return copy;
}

const runUnitTests = (copy: string, files: readonly string[]) =>
  expectToPass(copy, "npx", "vitest", "run", "--project=unit", "--project=worker", ...files);

for (const [name, { unit, browser }] of Object.entries(RECIPES)) {
  test(`the recipe ${name} leads to a product that passes its tests`, {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    const copy = await copyCheckout();
    await applyRecipe(copy, name);
    await check(copy);
    await runUnitTests(copy, unit);
    if (browser.length === 0) return;
    await expectToPass(copy, "npm", "run", "build");
    await expectToPass(copy, "node", "tests/run-e2e.ts", ...browser);
  });
}

test("a product renamed as docs/make-it-yours.md says passes its tests", {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const copy = await copyCheckout();
  const step = /^1\. .*?^2\. /ms.exec(readFileSync("docs/make-it-yours.md", "utf8"))?.[0] ?? "";
  const named = Array.from(step.matchAll(/`([\w./-]+\.\w+)`/g), ([, file = ""]) => file);
  const edited = named.filter((file) => !file.startsWith("tools/"));
  expect(edited).toContain("wrangler.toml");
  for (const file of edited) {
    const text = readFileSync(path.join(copy, file), "utf8");
    const renamed = text
      .replaceAll(brand.name, "Nail & Hammer")
      .replaceAll(brand.name.toLowerCase(), "nail");
    writeFileSync(path.join(copy, file), renamed);
  }
  await expectToPass(copy, "node", "tools/generate-brand-files.ts");
  await check(copy);
  const search = ["grep", "-il", brand.name, "--", ".", ":!tools/generate-brand-files.test.ts"];
  expect((await run(copy, "git", search)).stdout).toBe("");
  await runUnitTests(copy, ["tools/s", "app/content", "app/email", "local/emails", "ops/lib"]);
});
