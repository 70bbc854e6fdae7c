/** `npm run smoke -- --env local|staging|production`: smoke-tests the running site at SITE_URL, or that of `npm start`. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { portsAt, readPortOffset } from "../tools/settings.ts";
import { describeError } from "./lib/http.ts";
import { CLOUD_ENVIRONMENTS, parseEnvironment, readTarget, type Target } from "./lib/target.ts";

export interface SmokeTarget {
  /** Origin of the site, without a trailing slash. */
  readonly url: string;
  /** Production sends HSTS; other environments must not. */
  readonly isProduction: boolean;
  /** The expected commit; any by default. */
  readonly commit?: string;
  /** Requests one version of the deployment, which may have 0 % of the traffic. */
  readonly override?: { readonly worker: string; readonly version: string };
  /** Pause between tries of a failing check: a new version takes seconds to reach every location. */
  readonly pauseMs?: number | undefined;
  /** Ends the test when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The live site of an environment. */
export function toSmokeTarget(
  { siteUrl: url, environment }: Target,
  pauseMs?: number,
): SmokeTarget {
  return { url, isProduction: environment === "production", pauseMs };
}

/** Follows redirects; `url` is where the response is from. */
type Get = (
  path: string,
) => Promise<{ url: string; status: number; headers: Headers; text: string }>;

/** Returns the problem as one line, or undefined. Read-only. */
type Check = (get: Get, target: SmokeTarget) => Promise<string | undefined>;

/** For all checks, which run in parallel. */
const BUDGET_MS = 30_000;
const REQUEST_TIMEOUT_MS = 10_000;
const TRIES = 5;
const PAUSE_MS = 3_000;
const OK = /"status":\s*"ok"/;
const REQUIRED_HEADERS = [
  "Content-Security-Policy",
  "X-Content-Type-Options",
  "Referrer-Policy",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
];

const CHECKS: Readonly<Record<string, Check>> = {
  "the Worker runs the expected build": async (get, { commit }) => {
    const { status, text } = await get("/healthz");
    if (status !== 200 || !OK.test(text)) return `/healthz responds ${status}, not 200 and "ok"`;
    const found = /"commit":\s*"([^"]*)"/.exec(text)?.[1];
    if (found === undefined) return "/healthz has no commit";
    return !commit || commit === found ? undefined : `/healthz has commit ${found}, not ${commit}`;
  },
  "the database responds": expectPage("/readyz", 200, [OK]),
  "the home page renders": expectPage("/", 200, [/<title>[^<]+/, "</html>"]),
  "security headers are sent": async (get, { isProduction }) => {
    const { headers } = await get("/");
    const missing = REQUIRED_HEADERS.filter((name) => !headers.has(name));
    if (missing.length > 0) return `/ lacks the headers ${missing.join(", ")}`;
    const policy = headers.get("Content-Security-Policy") ?? "";
    if (/'unsafe-(inline|eval)'/.test(policy)) return "/ has a policy that allows unsafe scripts";
    const hasHsts = headers.has("Strict-Transport-Security");
    if (hasHsts === isProduction) return undefined;
    return `/ ${hasHsts ? "has" : "lacks"} Strict-Transport-Security: is it built for this environment?`;
  },
  "assets are served and cached": async (get) => {
    const { text } = await get("/auth/signin");
    const path = /href="(\/assets\/[^"]+\.css)"/.exec(text)?.[1];
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
    const { status, text } = await get(path);
    if (status !== expected) return `${path} responds ${status}, not ${expected}`;
    const missing = parts.find((part) => text.search(part) === -1);
    return missing === undefined ? undefined : `${path} lacks ${String(missing)}`;
  };
}

/** Runs and prints all checks, within 30 s. Throws one line with the number of failures. */
export async function smoke(target: SmokeTarget): Promise<void> {
  const budget = AbortSignal.timeout(BUDGET_MS);
  const signal = target.signal ? AbortSignal.any([target.signal, budget]) : budget;
  const results = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => ({
      name,
      ...(await checkWithRetries(check, target, signal)),
    })),
  );
  target.signal?.throwIfAborted();
  for (const { name, problem, isClosed } of results) {
    if (problem !== undefined) console.log(`  ✗ ${name}: ${problem}`);
    else console.log(isClosed ? `  – ${name}: closed for maintenance` : `  ✓ ${name}`);
  }
  const failures = results.filter(({ problem }) => problem !== undefined).length;
  if (failures > 0) {
    throw new Error(`${failures} of ${results.length} smoke checks failed at ${target.url}`);
  }
}

interface CheckOutcome {
  /** Of the last try. */
  readonly problem: string | undefined;
  /** A page that `npm run maintenance` has closed cannot be checked. */
  readonly isClosed: boolean;
}

async function checkWithRetries(
  check: Check,
  target: SmokeTarget,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const attempt = async (): Promise<CheckOutcome> => {
    let isClosed = false;
    const get: Get = async (path) => {
      const response = await request(target, path, signal);
      isClosed ||= response.headers.has("X-Maintenance");
      return response;
    };
    const problem = await check(get, target).catch(
      (error: unknown) => `no response (${describeError(error)})`,
    );
    return { problem: isClosed ? undefined : problem, isClosed };
  };
  let outcome = await attempt();
  for (let tries = 1; outcome.problem !== undefined && tries < TRIES; tries += 1) {
    await sleep(target.pauseMs ?? PAUSE_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    outcome = await attempt();
  }
  return outcome;
}

/** Source: Cloudflare, Workers, Version overrides (a dictionary of RFC 8941). */
async function request({ url, override }: SmokeTarget, path: string, signal: AbortSignal) {
  const headers = new Headers({ Accept: "text/html,application/json" });
  if (override) {
    const { worker, version } = override;
    headers.set("Cloudflare-Workers-Version-Overrides", `${worker}="${version}"`);
  }
  const response = await fetch(url + path, {
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
  const { status, headers: responseHeaders } = response;
  return { url: response.url, status, headers: responseHeaders, text: await response.text() };
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string" } } });
    const environment = parseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
    const localUrl = `http://localhost:${portsAt(readPortOffset()).start}`;
    const target =
      environment === "local"
        ? { url: localUrl, isProduction: false }
        : toSmokeTarget(readTarget(environment));
    console.log(`Smoke test of ${target.url}`);
    await smoke(target);
  });
}
