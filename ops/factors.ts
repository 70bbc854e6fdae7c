/**
 * npm run factors -- USER_ID --env local|staging|production [--yes]
 *
 * Lists a user's authenticator apps; --yes removes them (docs/runbook.md, Lost authenticator app). `npm run account`
 * prints the user id. Needs SUPABASE_SECRET_KEY, except for local.
 */
import { parseArgs } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { formatTable, runCommand } from "../tools/cli.ts";
import { LOCAL_KEYS, portsAt, readPortOffset } from "../tools/settings.ts";
import { CLOUD_ENVIRONMENTS, parseEnvironment, readTarget, readVar } from "./lib/target.ts";

const TIMEOUT_MS = 15_000;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { env: { type: "string" }, yes: { type: "boolean", default: false } },
  });
  const [userId] = positionals;
  if (!userId) throw new Error("No user id given");
  const { mfa } = connect(values.env).auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) throw error;
  // GoTrue encodes an empty list as null, despite its type.
  const factors = data.factors ?? [];
  if (factors.length === 0) return console.log("✓ This user has no authenticator app");
  const rows = factors.map(({ friendly_name: name, status, created_at: added }) => ({
    // User input.
    name: name ?? "unnamed",
    status,
    added,
  }));
  for (const line of formatTable(rows)) console.log(line);
  if (!values.yes) return console.log(`✓ ${factors.length} found; --yes removes them`);
  for (const { id } of factors) {
    const removed = await mfa.deleteFactor({ userId, id });
    if (removed.error) throw removed.error;
  }
  console.log(`✓ ${factors.length} removed`);
});

function connect(environmentName: string | undefined) {
  const environment = parseEnvironment(environmentName, ["local", ...CLOUD_ENVIRONMENTS]);
  const { url, key } = environment === "local" ? readLocalAccess() : readCloudAccess(environment);
  console.log(`${environment}: Supabase at ${url}`);
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    },
  });
}

function readLocalAccess() {
  const { supabase: port } = portsAt(readPortOffset());
  return { url: `http://127.0.0.1:${port}`, key: LOCAL_KEYS.supabaseSecret };
}

function readCloudAccess(environment: string) {
  const { config, env } = readTarget(environment);
  const { SUPABASE_SECRET_KEY: key } = env;
  if (!key) throw new Error("SUPABASE_SECRET_KEY is not set: Supabase, API keys, Secret keys");
  return { url: readVar(config, "SUPABASE_URL"), key };
}
