/**
 * npm run maintenance -- on|off --env staging|production
 *
 * Closes the site, e.g. for a restore: every page responds 503 with Retry-After, to guests too, and crons
 * rest. Stripe's webhooks, /healthz and /readyz stay open. Takes effect within seconds, whatever was
 * uploaded, deployed or rolled back. Deploys work meanwhile, and leave it closed; crons run again from then
 * on.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { runCommand } from "../tools/cli.ts";
import { call, callWorker, listDomains, withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { wrangler } from "./lib/wrangler.ts";

/** A page that no cache keeps. */
const PROBE_PATH = "/auth/signin";
/** A new route takes seconds to reach every location. */
const TRIES = 10;
const PAUSE_MS = 2_000;
const ROUTES = "Zone: Workers Routes";
const CLOSED_CONFIG = ".wrangler/closed.json";
const routesSchema = v.array(v.object({ id: v.string(), script: v.nullish(v.string()) }));

type Domains = Awaited<ReturnType<typeof listDomains>>;

/** Closes or opens the site; repeating it is safe. Throws one line on failure. */
export async function setMaintenance(target: Target, state: string | undefined): Promise<void> {
  if (state !== "on" && state !== "off") {
    throw new Error("Usage: npm run maintenance -- on|off --env staging|production");
  }
  const domains = await listDomains(target);
  if (domains.length === 0) throw new Error(`${target.worker} has no domain yet: deploy it first`);
  await (state === "on" ? addRoute(target, domains) : removeRoute(target, domains));
  const crons = state === "on" ? [] : (target.config.triggers?.crons ?? []);
  const body = crons.map((cron) => ({ cron }));
  await callWorker(target, "schedules", v.unknown(), { method: "PUT", body });
  const word = state === "on" ? "closed" : "open";
  for (let tries = 1; (await isClosed(target)) !== (state === "on"); tries += 1) {
    if (tries === TRIES) throw new Error(`${target.siteUrl} is not ${word} yet: run this again`);
    await sleep(target.smokePauseMs ?? PAUSE_MS);
  }
  console.log(`✓ ${target.siteUrl} is ${word}`);
}

const getClosedName = ({ worker }: Target) => `${worker}-closed`;

/** Uploads workers/closed.ts, and puts it on a route in front of the site's domains. */
async function addRoute(target: Target, domains: Domains): Promise<void> {
  const file = path.join(target.folder, CLOSED_CONFIG);
  mkdirSync(path.dirname(file), { recursive: true });
  const config = {
    name: getClosedName(target),
    main: path.join(target.folder, "workers/closed.ts"),
    compatibility_date: target.config.compatibility_date,
    workers_dev: false,
    preview_urls: false,
    services: [{ binding: "SITE", service: target.worker }],
    routes: domains.map(({ hostname, zone_id }) => ({ pattern: `${hostname}/*`, zone_id })),
  };
  writeFileSync(file, JSON.stringify(config));
  await wrangler(target, ["deploy"], { config: CLOSED_CONFIG });
}

/** Leaves the Worker, which costs nothing without a route. */
async function removeRoute(target: Target, domains: Domains): Promise<void> {
  for (const zone of new Set(domains.map(({ zone_id }) => zone_id))) {
    const path = `/zones/${zone}/workers/routes`;
    for (const { id, script } of await call(target, ROUTES, path, routesSchema)) {
      if (script !== getClosedName(target)) continue;
      await call(target, ROUTES, `${path}/${id}`, v.unknown(), { method: "DELETE" });
    }
  }
}

/** Whether visitors get the page of workers/closed.ts. */
export async function isClosed({ siteUrl }: Target): Promise<boolean> {
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
