/**
 * `npm run test:e2e`: the browser tests against the production build, on free ports and with fresh data. With `--dev`,
 * against a running `npm run dev`, in a visible browser if there is a display:
 * `npm run test:e2e -- --dev -g "words of the test"`.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { readPortOffset } from "../tools/settings.ts";
import { findFreeOffset, makeLocalDir } from "./support/isolation.ts";

function runPlaywright(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const run = spawnSync(
    "node_modules/.bin/playwright",
    ["test", "--config", "tests/playwright.config.ts", ...args],
    { stdio: "inherit", env: { ...process.env, ...env } },
  );
  return run.status ?? 1;
}

const args = process.argv.slice(2);
if (args.includes("--dev")) {
  const others = args.filter((arg) => arg !== "--dev");
  const env = { E2E_DEV: "1", PORT_OFFSET: String(readPortOffset()) };
  process.exit(runPlaywright(["--workers=1", ...others], env));
}
const localDir = makeLocalDir("e2e");
const status = runPlaywright(args, {
  PORT_OFFSET: String(await findFreeOffset()),
  LOCAL_DIR: localDir,
});
rmSync(localDir, { recursive: true, force: true });
process.exit(status);
