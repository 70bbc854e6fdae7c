/**
 * `npm run test:gotrue`: the browser tests of sign-in, two-step verification and settings on the built product and
 * the real Supabase Auth, whose binary GOTRUE_BINARY names. Arguments take the place of the usual files.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { runCommand } from "../tools/run-command.ts";
import { readBinary } from "./gotrue/gotrue.ts";
import { findFreeOffset } from "./support/free-offset.ts";
import { makeLocalDir } from "./support/local-dir.ts";

const FILES = ["auth.spec", "two-step", "account-settings", "account-profile"];

await runCommand(async () => {
  const binary = readBinary();
  const localDir = makeLocalDir("gotrue");
  const chosen = process.argv.slice(2);
  const files = chosen.length > 0 ? chosen : FILES;
  const run = spawnSync(
    "node_modules/.bin/playwright",
    ["test", "--config", "tests/gotrue/playwright.config.ts", ...files],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        GOTRUE_BINARY: binary,
        PORT_OFFSET: String(await findFreeOffset()),
        LOCAL_DIR: localDir,
      },
    },
  );
  rmSync(localDir, { recursive: true, force: true });
  process.exitCode = run.status ?? 1;
});
