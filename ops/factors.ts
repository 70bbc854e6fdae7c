/**
 * `node ops/factors.ts USER_ID [--yes]`: lists a user's authenticator apps, and removes them with `--yes`
 * (docs/runbook.md, "Lost authenticator app"). Uses SUPABASE_URL with SUPABASE_SECRET_KEY, or the running local
 * Supabase.
 */
import { parseArgs } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { escapeControls, runCommand } from "../tools/cli.ts";
import { LOCAL_KEYS, portsAt, readPortOffset } from "../tools/settings.ts";

const TIMEOUT_MS = 15_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { yes: { type: "boolean", default: false } },
});
const [userId] = positionals;

await runCommand(async () => {
  if (!userId) throw new Error("Usage: node ops/factors.ts USER_ID [--yes]");
  const { mfa } = connect().auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) throw error;
  // GoTrue encodes an empty list as null, despite its type.
  const factors = data.factors ?? [];
  if (factors.length === 0) console.log("This user has no authenticator app");
  for (const { id, friendly_name, status, created_at } of factors) {
    // The name is user input.
    console.log(`${escapeControls(friendly_name ?? "unnamed")}, ${status}, added ${created_at}`);
    if (!values.yes) continue;
    const removed = await mfa.deleteFactor({ userId, id });
    if (removed.error) throw removed.error;
    console.log("  removed");
  }
});

function connect() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  if (Boolean(SUPABASE_URL) !== Boolean(SUPABASE_SECRET_KEY)) {
    throw new Error(
      "SUPABASE_URL and SUPABASE_SECRET_KEY go together; set both, or neither for local",
    );
  }
  const url = SUPABASE_URL || `http://127.0.0.1:${portsAt(readPortOffset()).supabase}`;
  console.log(`Supabase at ${url}`);
  return createClient(url, SUPABASE_SECRET_KEY || LOCAL_KEYS.supabaseSecret, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    },
  });
}
