/**
 * `npm run test:gotrue`: runs the browser tests of auth and account against the real Supabase Auth (the binary at
 * GOTRUE_BINARY), and sign-in and two-step verification again with a hosted project's rate limits. Arguments replace the
 * files of the first run and skip the second.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { runCommand } from "../tools/cli.ts";
import { readBinary } from "./gotrue/gotrue.ts";
import { findFreeOffset, makeLocalDir } from "./support/isolation.ts";

const FILES = [
  "account-data",
  "account-profile",
  "account-settings",
  "account-tenancy",
  "auth.spec",
  "auth-attacks",
  "auth-events",
  "auth-inbox",
  "devices",
  "passkeys",
  "recovery-codes",
  "two-step",
];
const FILES_WITH_HOSTED_LIMITS = ["auth.spec", "auth-inbox", "two-step"];

await runCommand(async () => {
  const binary = readBinary();
  const chosen = process.argv.slice(2);
  const run = async (files: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const localDir = makeLocalDir("gotrue");
    const { status } = spawnSync(
      "node_modules/.bin/playwright",
      ["test", "--config", "tests/gotrue/playwright.config.ts", ...files],
      {
        stdio: "inherit",
        env: {
          ...process.env,
          ...env,
          GOTRUE_BINARY: binary,
          PORT_OFFSET: String(await findFreeOffset()),
          LOCAL_DIR: localDir,
        },
      },
    );
    rmSync(localDir, { recursive: true, force: true });
    return status ?? 1;
  };
  const status = await run(chosen.length > 0 ? chosen : FILES);
  const isComplete = chosen.length > 0 || status !== 0;
  process.exitCode = isComplete
    ? status
    : await run(FILES_WITH_HOSTED_LIMITS, { AUTH_LIMITS: "hosted" });
});
