/**
 * `npm run smoke -- --env staging|production`: smoke-tests the running site at SITE_URL.
 * With OPERATOR_TOKEN it also tests a site that is closed for maintenance. Fails when a check was not run.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/shared/cli.ts";
import { describeError } from "./lib/http.ts";
import { readTarget, type Target } from "./lib/target.ts";

type SmokeTarget = Pick<
  Target,
  "environment" | "worker" | "siteUrl" | "env" | "signal" | "smokePauseMs"
>;

interface SmokeOptions {
  /** The expected commit; any by default. */
  readonly commit?: string;
  /** Requests this version of the deployment, which may have 0 % of the traffic. */
  readonly version?: string;
}

/** Follows redirects. */
type Get = (path: string) => Promise<Response>;

/** Returns the problem as one line, or undefined. Read-only. */
type Check = (
  get: Get,
  expected: { readonly commit: string | undefined; readonly isProduction: boolean },
) => Promise<string | undefined>;

/** `npm run maintenance` has closed the page, so it cannot be checked. */
class ClosedForMaintenance extends Error {}

/** Cloudflare answered instead of the Worker. Source: Cloudflare, Detecting a Challenge Page response. */
export class Mitigated extends Error {}

/** A visitor's. Services on the way treat a browser otherwise than a program. */
export const BROWSER_HEADERS = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
} as const;

/** Limits all checks together, which run in parallel. */
const BUDGET_MS = 30_000;
const REQUEST_TIMEOUT_MS = 10_000;
const TRIES = 5;
const PAUSE_MS = 3_000;
const CHALLENGE_ADVICE =
  "turn off Bot Fight Mode (Cloudflare, Security, Settings), or under attack add the rule of docs/runbook.md, Flood or bill";
const OK = /"status":\s*"ok"/;

const CHECKS: Readonly<Record<string, Check>> = {
  "the Worker runs the expected build": async (get, { commit }) => {
    const response = await get("/healthz");
    const { status } = response;
    const text = await response.text();
    if (status !== 200 || !OK.test(text)) return `/healthz responds ${status}, not 200 and "ok"`;
    const found = /"commit":\s*"([^"]*)"/.exec(text)?.[1];
    if (found === undefined) return "/healthz has no commit";
    return !commit || commit === found ? undefined : `/healthz has commit ${found}, not ${commit}`;
  },
  "the database responds": expectPage("/readyz", 200, [OK]),
  "the home page renders": expectPage("/", 200, [/<title>[^<]+/, "</html>"]),
  "security headers are sent": async (get, { isProduction }) => {
    const { headers } = await get("/");
    // One function sets all of them.
    if (!headers.has("Content-Security-Policy")) return "/ lacks Content-Security-Policy";
    const hasHsts = headers.has("Strict-Transport-Security");
    if (hasHsts === isProduction) return undefined;
    return `/ ${hasHsts ? "has" : "lacks"} Strict-Transport-Security: is it built for this environment?`;
  },
  "assets are served and cached": async (get) => {
    const html = await (await get("/auth/signin")).text();
    const path = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
    if (path === undefined) return "/auth/signin links no style sheet";
    const { status, headers } = await get(path);
    if (status !== 200) return `${path} responds ${status}, not 200`;
    const isCached = headers.get("Cache-Control")?.includes("immutable");
    return isCached ? undefined : `${path} is not cached as immutable`;
  },
  "an unknown page is a 404": expectPage("/smoke-test-no-such-page", 404, ["</html>"]),
  "the sign-in page has its form": expectPage("/auth/signin", 200, ["<form", 'type="password"']),
  "guests are redirected to sign-in": async (get) => {
    const { pathname } = new URL((await get("/dashboard")).url);
    return pathname === "/auth/signin"
      ? undefined
      : `/dashboard shows a guest ${pathname}, not the sign-in page`;
  },
};

/** Checks the status of `path`, and that its text has all `parts`. */
function expectPage(path: string, expected: number, parts: readonly (string | RegExp)[]): Check {
  return async (get) => {
    const response = await get(path);
    const { status } = response;
    if (status !== expected) return `${path} responds ${status}, not ${expected}`;
    const text = await response.text();
    const missing = parts.find((part) => text.search(part) === -1);
    return missing === undefined ? undefined : `${path} lacks ${String(missing)}`;
  };
}

/**
 * What passes a closed site (`workers/closed.ts`). A hash, because redirects repeat headers to other hosts.
 */
export function getBypass({ env }: Pick<Target, "env">): string | undefined {
  const { OPERATOR_TOKEN: token } = env;
  return token && createHash("sha256").update(`bypass ${token}`).digest("hex");
}

/**
 * The response. Throws `Mitigated` when Cloudflare answered in the Worker's place, which says nothing of the
 * site.
 */
export function requireWorker(response: Response): Response {
  const mitigation = response.headers.get("cf-mitigated");
  if (!mitigation) return response;
  throw new Mitigated(`Cloudflare answers with a ${mitigation}: ${CHALLENGE_ADVICE}`);
}

/** Runs all checks, within 30 s. Marks: ✓ passed, ✗ failed, – not run. */
export async function checkSite(target: SmokeTarget, { commit, version }: SmokeOptions = {}) {
  const { environment, worker, siteUrl } = target;
  const isProduction = environment === "production";
  const budget = AbortSignal.timeout(BUDGET_MS);
  const signal = target.signal ? AbortSignal.any([target.signal, budget]) : budget;
  // Cloudflare's cache serves stale pages while the Worker fails; a new cookie makes it ask the Worker (Vary:
  // Cookie).
  const headers = new Headers({ ...BROWSER_HEADERS, Cookie: `smoke=${crypto.randomUUID()}` });
  // Source: Cloudflare, Workers, Version overrides (a dictionary of RFC 8941).
  if (version) headers.set("Cloudflare-Workers-Version-Overrides", `${worker}="${version}"`);
  const bypass = getBypass(target);
  if (bypass) headers.set("X-Maintenance-Bypass", bypass);
  const get: Get = async (path) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const response = await fetch(siteUrl + path, { headers, signal: limit });
    if (response.headers.has("X-Maintenance")) throw new ClosedForMaintenance();
    return requireWorker(response);
  };
  const run = async (check: Check) => {
    try {
      const problem = await check(get, { commit, isProduction });
      return { mark: problem ? "✗" : "✓", problem };
    } catch (error) {
      if (error instanceof ClosedForMaintenance)
        return { mark: "–", problem: "closed for maintenance" };
      if (error instanceof Mitigated) return { mark: "✗", problem: error.message };
      return { mark: "✗", problem: `no response (${describeError(error)})` };
    }
  };
  return Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      let outcome = await run(check);
      // A new version takes seconds to reach every location.
      for (let tries = 1; outcome.mark === "✗" && tries < TRIES; tries += 1) {
        await sleep(target.smokePauseMs ?? PAUSE_MS, undefined, { signal }).catch(() => {});
        if (signal.aborted) break;
        outcome = await run(check);
      }
      return { name, ...outcome };
    }),
  );
}

/**
 * Runs and prints all checks. Throws one line if any failed; returns one when a closed site left checks out.
 */
export async function smoke(
  target: SmokeTarget,
  options?: SmokeOptions,
): Promise<string | undefined> {
  const outcomes = await checkSite(target, options);
  target.signal?.throwIfAborted();
  for (const { mark, name, problem } of outcomes) {
    console.log(`  ${mark} ${name}${problem ? `: ${problem}` : ""}`);
  }
  const count = (mark: string) => outcomes.filter((outcome) => outcome.mark === mark).length;
  const [failed, skipped] = [count("✗"), count("–")];
  if (failed > 0) {
    throw new Error(`${failed} of ${outcomes.length} smoke checks failed at ${target.siteUrl}`);
  }
  if (skipped === 0) return undefined;
  const why = "the site is closed, and OPERATOR_TOKEN is not the one it was closed with";
  return `${skipped} of ${outcomes.length} smoke checks were not run: ${why}`;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string" } } });
    const target = readTarget(values.env);
    console.log(`Smoke test of ${target.siteUrl}`);
    const unchecked = await smoke(target);
    if (unchecked) throw new Error(unchecked);
  });
}
