/**
 * `npm run smoke -- --env production [--url https://…] [--commit ID]`: smoke-tests a running site, by default at the
 * environment's SITE_URL. `--commit` also checks which build responds.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { portsAt, readPortOffset } from "../tools/settings.ts";
import { describeError } from "./lib/http.ts";
import { CLOUD_ENVIRONMENTS, parseEnvironment, readTarget } from "./lib/target.ts";

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

interface SmokeCheck {
  readonly name: string;
  /** Returns the problem as one line, or undefined. Read-only. */
  readonly check: (target: SmokeTarget) => Promise<string | undefined>;
}

/** For all checks, which run in parallel. */
const BUDGET_MS = 30_000;
const REQUEST_TIMEOUT_MS = 10_000;
const TRIES = 5;
const PAUSE_MS = 3_000;
const REQUIRED_HEADERS = [
  "Content-Security-Policy",
  "X-Content-Type-Options",
  "Referrer-Policy",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
  "X-Request-Id",
];
const STYLE_SHEET = /href="(\/assets\/[^"]+\.css)"/;

/** Source: Cloudflare, Workers, Version overrides (a dictionary of RFC 8941). */
function request(
  { url, override, signal }: SmokeTarget,
  path: string,
  redirect: RequestRedirect = "follow",
): Promise<Response> {
  const headers = new Headers({ Accept: "text/html,application/json" });
  if (override) {
    const { worker, version } = override;
    headers.set("Cloudflare-Workers-Version-Overrides", `${worker}="${version}"`);
  }
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  return fetch(url + path, {
    redirect,
    headers,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
}

/** Checks the status of `path`, or where it redirects, and that its text has all `parts`. */
async function checkPage(
  target: SmokeTarget,
  path: string,
  expected: { status: number; parts: readonly (string | RegExp)[] },
): Promise<string | undefined> {
  const response = await request(target, path);
  const text = await response.text();
  if (response.status !== expected.status) {
    return `${path} responds ${response.status}, not ${expected.status}`;
  }
  const missing = expected.parts.find((part) => text.search(part) === -1);
  return missing === undefined ? undefined : `${path} lacks ${String(missing)}`;
}

async function checkHeaders(target: SmokeTarget): Promise<string | undefined> {
  const response = await request(target, "/");
  await response.body?.cancel();
  const missing = REQUIRED_HEADERS.filter((name) => !response.headers.has(name));
  if (missing.length > 0) return `/ lacks the headers ${missing.join(", ")}`;
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  if (/'unsafe-(inline|eval)'/.test(policy)) return "/ has a policy that allows unsafe scripts";
  const hasHsts = response.headers.has("Strict-Transport-Security");
  if (hasHsts === target.isProduction) return undefined;
  return `/ ${hasHsts ? "has" : "lacks"} Strict-Transport-Security: is it built for this environment?`;
}

async function checkAssets(target: SmokeTarget): Promise<string | undefined> {
  const page = await request(target, "/auth/signin");
  const path = STYLE_SHEET.exec(await page.text())?.[1];
  if (path === undefined) return "/auth/signin links no style sheet";
  const asset = await request(target, path);
  await asset.body?.cancel();
  if (asset.status !== 200) return `${path} responds ${asset.status}, not 200`;
  return asset.headers.get("Cache-Control")?.includes("immutable")
    ? undefined
    : `${path} is not cached as immutable`;
}

async function checkSignInRedirect(target: SmokeTarget): Promise<string | undefined> {
  const response = await request(target, "/dashboard", "manual");
  await response.body?.cancel();
  const location = response.headers.get("Location") ?? "";
  return response.status === 302 && location.includes("/auth/signin")
    ? undefined
    : `/dashboard responds ${response.status} to a guest instead of redirecting to sign-in`;
}

const OK = /"status":\s*"ok"/;

async function checkBuild(target: SmokeTarget): Promise<string | undefined> {
  const response = await request(target, "/healthz");
  const text = await response.text();
  if (response.status !== 200) return `/healthz responds ${response.status}, not 200`;
  if (!OK.test(text)) return `/healthz lacks ${String(OK)}`;
  const commit = /"commit":\s*"([^"]*)"/.exec(text)?.[1];
  if (commit === undefined) return "/healthz has no commit";
  return target.commit === undefined || target.commit === commit
    ? undefined
    : `/healthz has commit ${commit}, not ${target.commit}`;
}

const CHECKS: readonly SmokeCheck[] = [
  { name: "the Worker runs the expected build", check: checkBuild },
  {
    name: "the database responds",
    check: (target) => checkPage(target, "/readyz", { status: 200, parts: [OK] }),
  },
  {
    name: "the home page renders",
    check: (target) => checkPage(target, "/", { status: 200, parts: [/<title>[^<]+/, "</html>"] }),
  },
  { name: "security headers are sent", check: checkHeaders },
  { name: "assets are served and cached", check: checkAssets },
  {
    name: "an unknown page is a 404",
    check: (target) =>
      checkPage(target, "/smoke-test-no-such-page", { status: 404, parts: ["</html>"] }),
  },
  {
    name: "the sign-in page has its form",
    check: (target) =>
      checkPage(target, "/auth/signin", { status: 200, parts: ["<form", 'type="password"'] }),
  },
  { name: "guests are redirected to sign-in", check: checkSignInRedirect },
];

/** Runs and prints all checks, within 30 s. Throws one line with the number of failures. */
export async function smoke({ signal, ...target }: SmokeTarget): Promise<void> {
  const budget = AbortSignal.timeout(BUDGET_MS);
  const limited = { ...target, signal: signal ? AbortSignal.any([signal, budget]) : budget };
  const problems = await Promise.all(CHECKS.map(({ check }) => checkWithRetries(limited, check)));
  signal?.throwIfAborted();
  for (const [index, { name }] of CHECKS.entries()) {
    const problem = problems[index];
    console.log(problem === undefined ? `  ✓ ${name}` : `  ✗ ${name}: ${problem}`);
  }
  const failures = problems.filter((problem) => problem !== undefined).length;
  if (failures > 0) {
    throw new Error(`${failures} of ${CHECKS.length} smoke checks failed at ${target.url}`);
  }
}

/** Returns the problem of the last try. */
async function checkWithRetries(
  target: SmokeTarget,
  check: SmokeCheck["check"],
): Promise<string | undefined> {
  const attempt = () =>
    check(target).catch((error: unknown) => `no response (${describeError(error)})`);
  let problem = await attempt();
  for (let tries = 1; problem !== undefined && tries < TRIES; tries += 1) {
    await sleep(target.pauseMs ?? PAUSE_MS, undefined, { signal: target.signal }).catch(() => {});
    if (target.signal?.aborted) break;
    problem = await attempt();
  }
  return problem;
}

/** Of `npm start`. */
function findLocalSite(): string {
  return `http://localhost:${portsAt(readPortOffset()).start}`;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: { env: { type: "string" }, url: { type: "string" }, commit: { type: "string" } },
    });
    const environment = parseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
    const siteUrl = environment === "local" ? findLocalSite() : readTarget(environment).siteUrl;
    const url = (values.url ?? siteUrl).replace(/\/$/, "");
    console.log(`Smoke test of ${url}`);
    const isProduction = environment === "production";
    await smoke({
      url,
      isProduction,
      ...(values.commit !== undefined && { commit: values.commit }),
    });
  });
}
