/**
 * `node tests/another-studio.ts [PART...]`: follows docs/make-it-yours.md in a copy of the last commit, for a
 * studio in Berlin with other plans and without these parts (docs/take-out.md), and runs `npm test` there.
 * Tests that quote a fact instead of reading it fail, and so do those that need a part. It is the template's
 * own check: in a product, whose facts are others, it finds nothing to replace.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../app/content/brand.ts";
import { runTests } from "./runner/runner.ts";

const FREE_PLAN =
  '{ id: "free", name: "Bench", price: null, pitch: "For a look around.", perks: ["Your list"] }';

/** File, text, replacement. A text that is no longer there ends the run. */
const EDITS: readonly (readonly [string, string, string])[] = [
  ["app/content/brand.ts", brand.name, "Werkbank"],
  ["README.md", brand.name, "Werkbank"],
  ["wrangler.toml", `"${brand.name.toLowerCase()}-`, '"werkbank-'],
  ["app/navigation/site-header.tsx", "max-[23rem]", "max-[26rem]"],
  ["app/content/studio.ts", '"Pacific time"', '"Central European Time"'],
  ["app/content/studio.ts", "America/Los_Angeles", "Europe/Berlin"],
  ["app/content/studio.ts", "hello@example.com", "moin@example.com"],
  ["app/content/plans.ts", 'name: "Starter"', 'name: "Solo"'],
  ["app/content/plans.ts", 'name: "Pro"', 'name: "Crew"'],
  ["app/content/plans.ts", 'name: "Business"', 'name: "House"'],
  ["app/content/plans.ts", "Everything in Starter", "Everything in Solo"],
  ["app/content/plans.ts", "Everything in Pro", "Everything in Crew"],
  ["app/content/plans.ts", "amount: 40,", "amount: 35,"],
  ["app/content/plans.ts", 'amount: 250, interval: "month"', 'amount: 1800, interval: "year"'],
  ["app/content/plans.ts", "readonly Plan[] = [", `readonly Plan[] = [\n  ${FREE_PLAN},`],
];

await runTests("studio", async ({ folder, run }) => {
  const copy = path.join(folder, "copy");
  execFileSync("git", ["clone", "--quiet", ".", copy]);
  for (const [name, text, replacement] of EDITS) {
    const file = path.join(copy, name);
    const source = readFileSync(file, "utf8");
    if (!source.includes(text)) throw new Error(`${name} has no ${text}`);
    writeFileSync(file, source.replaceAll(text, replacement));
  }
  const parts = process.argv.slice(2).join(" ");
  const commands = [
    "npm ci --no-audit --no-fund",
    "node tools/generate-brand-files.ts",
    ...(parts
      ? [
          `node tools/take-out.ts ${parts}`,
          "npx biome check --write --unsafe",
          "node tools/lint/unused-exports.ts --fix && npm run format",
        ]
      : []),
    "npm test",
  ];
  // As a product, for which nothing sets it.
  const env = { ...process.env, TEMPLATE: undefined };
  for (const command of commands) {
    const status = await run("sh", ["-c", command], { cwd: copy, env });
    if (status !== 0) return status;
  }
  return 0;
});
