/**
 * `node tests/gotrue/record.ts [profile…]`: records the responses of the real Supabase Auth (GOTRUE_BINARY) that the local one
 * is tested against, in packages/local-supabase/recordings/responses.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { PROFILES, type Profile, RECORDED_PROJECT } from "local-supabase/recordings";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { runCommand } from "../../tools/cli.ts";
import { portsAt } from "../../tools/settings.ts";
import { localVariables } from "../../tools/site-variables.ts";
import { findFreeOffset, makeLocalDir } from "../support/isolation.ts";
import { realBackend } from "./backend.ts";
import { readBinary } from "./gotrue.ts";

const SITE_URL = "http://localhost:5173";

await runCommand(async () => {
  readBinary();
  const chosen = process.argv.slice(2);
  for (const [name, profile] of Object.entries(PROFILES)) {
    if (chosen.length === 0 || chosen.includes(name)) await record(name, profile);
  }
});
process.exit();

async function record(name: string, profile: Profile): Promise<void> {
  const localDir = makeLocalDir("record");
  const ports = portsAt(await findFreeOffset());
  const { environment, countsCallers = false } = profile;
  const processes = await createChildProcesses(localDir);
  const cloud = await startCloud({
    ports,
    localDir,
    siteUrl: SITE_URL,
    variables: localVariables(ports, SITE_URL),
    processes,
    startBackend: realBackend({
      projectDir: RECORDED_PROJECT,
      overrides: environment,
      countsCallers,
    }),
  });
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = localVariables(
    ports,
    SITE_URL,
  );
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["packages/local-supabase/recordings/record.ts", name],
      {
        env: {
          ...process.env,
          SUPABASE_URL,
          SUPABASE_PUBLISHABLE_KEY,
          SUPABASE_SECRET_KEY,
          SITE_URL,
          DATABASE_URL: cloud.superuserUrl,
          MAILBOX_URL: `http://127.0.0.1:${ports.mailbox}`,
        },
      },
    );
    process.stdout.write(stdout + stderr);
  } finally {
    await cloud.close();
    rmSync(localDir, { recursive: true, force: true });
  }
}
