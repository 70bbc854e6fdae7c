/** `npm run test:e2e`: the browser tests against the built product, on ports and data of their own. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { findFreeOffset } from "./support/free-offset.ts";
import { makeLocalDir } from "./support/local-dir.ts";

const localDir = makeLocalDir("e2e");
const offset = await findFreeOffset();
const run = spawnSync(
  "node_modules/.bin/playwright",
  ["test", "--config", "tests/playwright.config.ts", ...process.argv.slice(2)],
  {
    stdio: "inherit",
    env: { ...process.env, PORT_OFFSET: String(offset), LOCAL_DIR: localDir },
  },
);
rmSync(localDir, { recursive: true, force: true });
process.exit(run.status ?? 1);
