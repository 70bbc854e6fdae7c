/**
 * `npm run test:gotrue`: runs the browser tests of auth and account against the real Supabase Auth (the
 * binary at GOTRUE_BINARY), and sign-in and two-step verification again with a hosted project's rate limits.
 * Arguments replace the files of the first run and skip the second.
 */
import path from "node:path";
import { readBinary } from "./gotrue/gotrue.ts";
import { runTests } from "./runner/runner.ts";
import { findFreeOffset } from "./support/isolation.ts";

const FILES = [
  "account/data",
  "account/profile",
  "account/settings",
  "account/tenancy",
  "auth/sign-in",
  "auth/attacks",
  "auth/events",
  "auth/inbox",
  "auth/email-codes",
  "auth/devices",
  "auth/configuration",
  "auth/ended-sessions",
  "passkeys",
  "auth/password-managers",
  "auth/recovery-codes",
  "auth/two-step",
];
const FILES_WITH_HOSTED_LIMITS = ["auth/sign-in", "auth/inbox", "auth/two-step"];

await runTests("gotrue", async ({ folder, run }) => {
  const binary = readBinary();
  const chosen = process.argv.slice(2);
  const runPlaywright = async (files: readonly string[], limits: "none" | "hosted") =>
    run(
      "node_modules/.bin/playwright",
      ["test", "--config", "tests/gotrue/playwright.config.ts", ...files],
      {
        env: {
          ...process.env,
          AUTH_LIMITS: limits,
          GOTRUE_BINARY: binary,
          PORT_OFFSET: String(await findFreeOffset()),
          LOCAL_DIR: path.join(folder, limits),
        },
      },
    );
  if (chosen.length > 0) return runPlaywright(chosen, "none");
  const status = await runPlaywright(FILES, "none");
  return status === 0 ? runPlaywright(FILES_WITH_HOSTED_LIMITS, "hosted") : status;
});
