/**
 * `npm run smoke -- --env production [--url https://…] [--commit ID]`: asks a running site for the little that
 * must always work. Without --url, asks the environment's SITE_URL; with --commit, that build has to answer.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { describeError } from "./lib/http.ts";
import { CLOUD_ENVIRONMENTS, parseEnvironment, readTarget } from "./lib/target.ts";

export interface SmokeTarget {
  /** Origin of the site, without a trailing slash. */
  readonly url: string;
  /** Production promises https for good; elsewhere that header must be absent. */
  readonly isProduction: boolean;
  /** The commit that has to answer; any when left out. */
  readonly commit?: string;
  /** Asks for one version of a deployment, though it may get no visitors yet. */
  readonly override?: { readonly worker: string; readonly version: string };
  /** Between the tries of a failing check: a new version takes some seconds to be everywhere. */
  readonly pauseMs?: number | undefined;
}

interface SmokeCheck {
  readonly name: string;
  /** What is wrong, as one line; undefined when all is well. Only reads. */
  readonly find: (target: SmokeTarget) => Promise<string | undefined>;
}

const TIMEOUT_MS = 15_000;
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

/** Source of the header: Cloudflare, Workers, Version overrides (a dictionary of RFC 8941). */
function request({ url, override }: SmokeTarget, path: string): Promise<Response> {
  const headers = new Headers({ Accept: "text/html,application/json" });
  if (override) {
    const { worker, version } = override;
    headers.set("Cloudflare-Workers-Version-Overrides", `${worker}="${version}"`);
  }
  return fetch(url + path, {
    redirect: "manual",
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** Asks for `path` and says what is wrong when the status differs or the text lacks a part. */
async function checkPage(
  target: SmokeTarget,
  path: string,
  wanted: { status: number; parts: readonly (string | RegExp)[] },
): Promise<string | undefined> {
  const response = await request(target, path);
  const text = await response.text();
  if (response.status !== wanted.status) {
    return `${path} answers ${response.status}, not ${wanted.status}`;
  }
  const lacking = wanted.parts.find((part) => text.search(part) === -1);
  return lacking === undefined ? undefined : `${path} lacks ${String(lacking)}`;
}

async function checkHeaders(target: SmokeTarget): Promise<string | undefined> {
  const response = await request(target, "/");
  await response.body?.cancel();
  const missing = REQUIRED_HEADERS.filter((name) => !response.headers.has(name));
  if (missing.length > 0) return `/ lacks the headers ${missing.join(", ")}`;
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  if (/'unsafe-(inline|eval)'/.test(policy)) return "/ has a policy that allows unsafe scripts";
  const promisesHttps = response.headers.has("Strict-Transport-Security");
  if (promisesHttps === target.isProduction) return undefined;
  return `/ ${promisesHttps ? "has" : "lacks"} Strict-Transport-Security: is it built for this environment?`;
}

async function checkAssets(target: SmokeTarget): Promise<string | undefined> {
  const page = await request(target, "/auth/signin");
  const path = STYLE_SHEET.exec(await page.text())?.[1];
  if (path === undefined) return "/auth/signin links no style sheet";
  const asset = await request(target, path);
  await asset.body?.cancel();
  if (asset.status !== 200) return `${path} answers ${asset.status}, not 200`;
  return asset.headers.get("Cache-Control")?.includes("immutable")
    ? undefined
    : `${path} is not cached for good`;
}

async function checkSignInRedirect(target: SmokeTarget): Promise<string | undefined> {
  const response = await request(target, "/dashboard");
  await response.body?.cancel();
  const goesTo = response.headers.get("Location") ?? "";
  return response.status === 302 && goesTo.includes("/auth/signin")
    ? undefined
    : `/dashboard answers ${response.status} to a stranger instead of leading to sign-in`;
}

const OK = /"status":\s*"ok"/;

async function checkBuild(target: SmokeTarget): Promise<string | undefined> {
  const response = await request(target, "/healthz");
  const text = await response.text();
  if (response.status !== 200) return `/healthz answers ${response.status}, not 200`;
  if (!OK.test(text)) return `/healthz lacks ${String(OK)}`;
  const commit = /"commit":\s*"([^"]*)"/.exec(text)?.[1];
  if (commit === undefined) return "/healthz names no commit";
  return target.commit === undefined || target.commit === commit
    ? undefined
    : `/healthz answers for commit ${commit}, not ${target.commit}`;
}

const CHECKS: readonly SmokeCheck[] = [
  { name: "the Worker is up, and the build is the one", find: checkBuild },
  {
    name: "the database answers",
    find: (target) => checkPage(target, "/readyz", { status: 200, parts: [OK] }),
  },
  {
    name: "the home page is there",
    find: (target) => checkPage(target, "/", { status: 200, parts: [/<title>[^<]+/, "</html>"] }),
  },
  { name: "security headers are sent", find: checkHeaders },
  { name: "assets are there, and cached", find: checkAssets },
  {
    name: "an unknown page is a 404",
    find: (target) =>
      checkPage(target, "/smoke-test-no-such-page", { status: 404, parts: ["</html>"] }),
  },
  {
    name: "the sign-in page has its form",
    find: (target) =>
      checkPage(target, "/auth/signin", { status: 200, parts: ["<form", 'type="password"'] }),
  },
  { name: "a stranger is led to sign-in", find: checkSignInRedirect },
];

/** Runs every check against `target`. Throws one line that counts the failures; each has been printed. */
export async function smoke(target: SmokeTarget): Promise<void> {
  let failures = 0;
  for (const { name, find } of CHECKS) {
    const problem = await checkWithRetries(target, find);
    if (problem !== undefined) failures += 1;
    console.log(problem === undefined ? `  ✓ ${name}` : `  ✗ ${name}: ${problem}`);
  }
  if (failures > 0) {
    throw new Error(`${failures} of ${CHECKS.length} smoke checks failed at ${target.url}`);
  }
}

/** The problem that is still there at the last try. */
async function checkWithRetries(
  target: SmokeTarget,
  find: SmokeCheck["find"],
): Promise<string | undefined> {
  for (let left = TRIES - 1; ; left -= 1) {
    const problem = await find(target).catch(
      (error: unknown) => `no answer (${describeError(error)})`,
    );
    if (problem === undefined || left === 0) return problem;
    await sleep(target.pauseMs ?? PAUSE_MS);
  }
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: { env: { type: "string" }, url: { type: "string" }, commit: { type: "string" } },
    });
    const environment = parseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
    const siteUrl =
      environment === "local" ? "http://localhost:8787" : readTarget(environment).siteUrl;
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
