/**
 * `npm run test:nightly [seed]`: what `npm test` leaves out, one after another, on an otherwise idle machine.
 * Measurements write docs/performance.md and docs/faults.md.
 */
import { existsSync } from "node:fs";
import { firefox, webkit } from "@playwright/test";
import { runTests } from "./runner/runner.ts";
import { createSteps, type Step } from "./runner/steps.ts";

const [seed = "1"] = process.argv.slice(2);
const node = (name: string, ...command: string[]): Step => ({
  name,
  command: ["node", ...command],
});

const unlessSet = (name: string) => (process.env[name] ? undefined : `${name} is not set`);
/** Browser tests of what earns money, and of what a second engine does otherwise. */
const SPECS = ["sign-in", "dashboard", "checkout", "contact", "missing-features"];
/** The parts of docs/take-out.md that a command takes out. */
const PARTS = ["showcases", "passkeys", "devices", "items"];
const inBrowser = (name: string, executable: string): Step => ({
  ...node(name, "tests/run-e2e.ts", "--browser", name.toLowerCase(), ...SPECS),
  missing: existsSync(executable) ? undefined : "it is not installed (npx playwright install)",
});

const STEPS: readonly Step[] = [
  { name: "build", command: ["npm", "run", "--silent", "build"] },
  { name: "interrupted deploys", command: ["vitest", "run", "--project=nightly"] },
  node("random requests", "tests/fuzz/fuzz.ts", "50000", seed, "6"),
  node("faults", "tests/faults/faults.ts"),
  node("restore drill", "tests/restore/drill.ts"),
  node("throughput", "tests/bench/throughput.ts"),
  node("cold visits", "tests/bench/cold.ts"),
  node("far away", "tests/bench/far-away.ts"),
  node("interactions", "tests/bench/interactions.ts"),
  node("Lighthouse", "tests/bench/lighthouse.ts"),
  { ...node("another studio", "tests/another-studio.ts"), missing: unlessSet("TEMPLATE") },
  {
    ...node("smaller studio", "tests/another-studio.ts", ...PARTS),
    missing: unlessSet("TEMPLATE"),
  },
  inBrowser("Firefox", firefox.executablePath()),
  inBrowser("WebKit", webkit.executablePath()),
  { ...node("Supabase Auth", "tests/run-gotrue.ts"), missing: unlessSet("GOTRUE_BINARY") },
  { ...node("Supabase CLI", "tests/supabase-cli.ts"), missing: unlessSet("SUPABASE_CLI") },
  {
    name: "stripe-mock",
    command: ["vitest", "run", "app/billing", "ops/setup-cloud.test.ts"],
    missing: unlessSet("STRIPE_MOCK_URL"),
  },
];

await runTests("nightly", async (runner) => {
  const steps = createSteps(runner);
  await steps.run(...STEPS);
  const { text, hasPassed } = steps.summarize();
  process.stdout.write(text);
  return hasPassed ? 0 : 1;
});
