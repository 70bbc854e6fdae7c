/**
 * npm run maintenance -- on|off [--force] --env staging|production
 *
 * Closes the site, e.g. for a restore: every page responds 503 with Retry-After, to guests too, and crons
 * rest. Stripe's webhooks, /healthz and /readyz stay open. Takes effect within seconds, whatever was
 * uploaded, deployed or rolled back. `off` smoke-tests the site before and after it opens it; --force opens a
 * site that fails or can't be tested: smoke tests reach a closed site with the OPERATOR_TOKEN it was closed
 * with.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { runCommand } from "../tools/shared/cli.ts";
import { call, callWorker, listCrons, listDomains, withLogin } from "./lib/cloudflare-api.ts";
import { describeError } from "./lib/http.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { wrangler } from "./lib/wrangler.ts";
import { BROWSER_HEADERS, getBypass, Mitigated, requireWorker, smoke } from "./smoke.ts";

/** A page that no cache keeps. */
const PROBE_PATH = "/auth/signin";
/** A new route takes seconds to reach every location. */
const TRIES = 10;
const PAUSE_MS = 2_000;
const ROUTES = "Zone: Workers Routes";
const CLOSED_CONFIG = ".wrangler/closed.json";
const routesSchema = v.array(v.object({ id: v.string(), script: v.nullish(v.string()) }));

type Domains = Awaited<ReturnType<typeof listDomains>>;

/**
 * Closes or opens the site; may be repeated. Throws one line with the state that is left and the command to
 * repeat.
 */
export async function setMaintenance(
  target: Target,
  state: string | undefined,
  { force = false } = {},
): Promise<void> {
  const { environment, siteUrl, worker } = target;
  if (state !== "on" && state !== "off") {
    throw new Error("Usage: npm run maintenance -- on|off --env staging|production");
  }
  const domains = await listDomains(target);
  if (domains.length === 0) throw new Error(`${worker} has no domain yet: deploy it first`);
  const repeat = `npm run maintenance -- ${state} --env ${environment}`;
  if (state === "off" && !force && (await isClosed(target).catch(() => true))) {
    await requireWorking(target).catch((error) => {
      const advice = `${repeat} --force opens it nevertheless`;
      throw new Error(`Not opened: ${describeError(error)}. ${advice}`, { cause: error });
    });
  }
  try {
    await (state === "on" ? close(target, domains) : open(target, domains));
  } catch (error) {
    const left = await describeState(target);
    throw new Error(`${describeError(error)}. ${left}. Repeat: ${repeat}`, { cause: error });
  }
  console.log(`✓ ${siteUrl} is ${state === "on" ? "closed, and its crons rest" : "open"}`);
  if (state === "off") await smoke(target);
}

/** Throws one line unless every check of the closed site passed. */
async function requireWorking(target: Target): Promise<void> {
  const unchecked = await smoke(target);
  if (!unchecked) return;
  const on = `npm run maintenance -- on --env ${target.environment}`;
  throw new Error(`${unchecked}. With another one in the shell, \`${on}\` makes that the one`);
}

async function close(target: Target, domains: Domains): Promise<void> {
  await uploadClosed(target, domains);
  await setCrons(target, []);
  await waitUntilClosed(target, true);
}

/** Crons first: interrupted, it leaves a closed site whose crons run, and not an open one without. */
async function open(target: Target, domains: Domains): Promise<void> {
  await setCrons(target, target.config.triggers?.crons ?? []);
  await removeRoute(target, domains);
  await waitUntilClosed(target, false);
}

async function setCrons(target: Target, crons: readonly string[]): Promise<void> {
  const body = crons.map((cron) => ({ cron }));
  await callWorker(target, "schedules", v.unknown(), { method: "PUT", body });
}

async function waitUntilClosed(target: Target, expected: boolean): Promise<void> {
  for (let tries = 1; (await isClosed(target)) !== expected; tries += 1) {
    if (tries === TRIES) throw new Error("the route has not taken effect yet");
    await sleep(target.smokePauseMs ?? PAUSE_MS);
  }
}

/** What visitors get and whether crons run, as one sentence. */
async function describeState(target: Target): Promise<string> {
  const [site, crons] = await Promise.all([
    isClosed(target).then(
      (closed) => (closed ? "is closed" : "is open"),
      (error) => (error instanceof Mitigated ? "is behind a challenge" : "does not respond"),
    ),
    listCrons(target).then(
      ({ length }) => (length > 0 ? "run" : "rest"),
      () => "are unknown",
    ),
  ]);
  return `The site ${site}, its crons ${crons}`;
}

/** The name of the Worker that closes the site. */
export const getClosedName = ({ worker }: Target) => `${worker}-closed`;

/**
 * Uploads workers/closed.ts, and puts it on a route in front of `domains`. Set-up does so without domains,
 * because the token of `maintenance` may create no Worker.
 */
export async function uploadClosed(target: Target, domains: Domains): Promise<void> {
  const file = path.join(target.folder, CLOSED_CONFIG);
  mkdirSync(path.dirname(file), { recursive: true });
  const config = {
    name: getClosedName(target),
    main: path.join(target.folder, "workers/closed.ts"),
    compatibility_date: target.config.compatibility_date,
    workers_dev: false,
    preview_urls: false,
    services: [{ binding: "SITE", service: target.worker }],
    vars: { BYPASS: getBypass(target) },
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

/** Whether visitors get the page of workers/closed.ts. Throws when it can't be told. */
export async function isClosed({ siteUrl }: Target): Promise<boolean> {
  const signal = AbortSignal.timeout(PAUSE_MS * TRIES);
  const request = { headers: BROWSER_HEADERS, redirect: "manual", signal } as const;
  const { headers } = requireWorker(await fetch(siteUrl + PROBE_PATH, request));
  return headers.has("X-Maintenance");
}

if (import.meta.main) {
  await runCommand(async () => {
    const options = { env: { type: "string" }, force: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    await setMaintenance(await withLogin(readTarget(values.env)), positionals[0], values);
  });
}
