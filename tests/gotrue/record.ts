/**
 * `node tests/gotrue/record.ts [profile…]`: records the responses of the real Supabase Auth (GOTRUE_BINARY)
 * that the local one is tested against, in packages/local-supabase/testing/recordings/responses.
 */
import { rmSync } from "node:fs";
import postgres from "postgres";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import {
  PROFILES,
  type Profile,
  RECORDED_PROJECT,
  recordProfile,
} from "../../packages/local-supabase/testing/recordings/record.ts";
import { runCommand } from "../../tools/shared/cli.ts";
import { portsAt } from "../../tools/shared/settings.ts";
import { localVariables } from "../../tools/shared/site-variables.ts";
import { findFreeOffset, makeLocalDir } from "../support/isolation.ts";
import { realBackend } from "./backend.ts";
import { readBinary } from "./gotrue.ts";
import { KEYS } from "./settings.ts";

const SITE_URL = "http://localhost:5173";

await runCommand(async () => {
  readBinary();
  const chosen = process.argv.slice(2);
  for (const [name, profile] of Object.entries(PROFILES)) {
    if (chosen.length === 0 || chosen.includes(name)) await record(profile);
  }
});
process.exit();

async function record(profile: Profile): Promise<void> {
  const localDir = makeLocalDir("record");
  const ports = portsAt(await findFreeOffset());
  const { environment, countsCallers = false } = profile;
  const processes = await createChildProcesses(localDir, { isTemporary: true });
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
  const sql = postgres(cloud.superuserUrl, { max: 2, onnotice: () => {} });
  try {
    const url = `http://127.0.0.1:${ports.supabase}`;
    const mailboxUrl = `http://127.0.0.1:${ports.mailbox}`;
    await recordProfile({ ...KEYS, url, mailboxUrl, siteUrl: SITE_URL, sql }, profile);
  } finally {
    await sql.end();
    await cloud.close();
    rmSync(localDir, { recursive: true, force: true });
  }
}
