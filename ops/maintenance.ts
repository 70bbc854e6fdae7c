/**
 * npm run maintenance -- on|off --env staging|production
 *
 * Closes the site, e.g. for a restore: every page responds 503 with Retry-After, and crons rest. Stripe's webhooks,
 * /healthz and /readyz stay open, and public pages in Cloudflare's cache. Takes effect within seconds. Deploys work
 * meanwhile, and leave it on.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { listSecretNames, putSecret } from "./lib/versions.ts";
import { wrangler } from "./lib/wrangler.ts";

const SECRET = "MAINTENANCE";

/** Closes or opens the site; repeating it is safe. Throws one line on failure. */
export async function setMaintenance(target: Target, state: string | undefined): Promise<void> {
  if (state !== "on" && state !== "off") throw new Error("Say on or off");
  const isOn = (await listSecretNames(target)).includes(SECRET);
  if (state === "on" && !isOn) await putSecret(target, SECRET, "on");
  if (state === "off" && isOn) await wrangler(target, ["secret", "delete", SECRET]);
  console.log(`✓ ${target.siteUrl} is ${state === "on" ? "closed" : "open"}`);
}

if (import.meta.main) {
  await runCommand(async () => {
    const options = { env: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    await setMaintenance(await withLogin(readTarget(values.env)), positionals[0]);
  });
}
