/**
 * npm run maintenance -- on|off --env staging|production
 *
 * Closes the site, e.g. for a restore: every page responds 503 with Retry-After, and crons rest. Stripe's webhooks,
 * /healthz and /readyz stay open, and public pages in Cloudflare's cache. Takes effect within seconds. Deploys work
 * meanwhile, and leave it on.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { listSecretNames, putSecret, MAINTENANCE_SECRET as SECRET } from "./lib/versions.ts";
import { wrangler } from "./lib/wrangler.ts";

/** A page that no cache keeps. */
const PROBE_PATH = "/auth/signin";
/** A new setting takes seconds to reach every location. */
const TRIES = 10;
const PAUSE_MS = 2_000;

/** Closes or opens the site; repeating it is safe. Throws one line on failure. */
export async function setMaintenance(target: Target, state: string | undefined): Promise<void> {
  if (state !== "on" && state !== "off") throw new Error("Say on or off");
  const isOn = (await listSecretNames(target)).includes(SECRET);
  if (state === "on" && !isOn) await putSecret(target, SECRET, "on");
  if (state === "off" && isOn) await wrangler(target, ["secret", "delete", SECRET]);
  const word = state === "on" ? "closed" : "open";
  for (let tries = 1; (await isClosed(target)) !== (state === "on"); tries += 1) {
    if (tries === TRIES) {
      throw new Error(
        `The setting is stored, but ${target.siteUrl} is not ${word}: it may belong to an upload that is not live (docs/runbook.md, "Close the site")`,
      );
    }
    await sleep(target.smokePauseMs ?? PAUSE_MS);
  }
  console.log(`✓ ${target.siteUrl} is ${word}`);
}

async function isClosed({ siteUrl }: Target): Promise<boolean> {
  const signal = AbortSignal.timeout(PAUSE_MS * TRIES);
  const { headers } = await fetch(siteUrl + PROBE_PATH, { redirect: "manual", signal });
  return headers.has("X-Maintenance");
}

if (import.meta.main) {
  await runCommand(async () => {
    const options = { env: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    await setMaintenance(await withLogin(readTarget(values.env)), positionals[0]);
  });
}
