import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { listen } from "local-kit";
import { describe, expect, test } from "vitest";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { getBypass, smoke as runSmoke } from "./smoke.ts";

const HEADERS = { "Content-Security-Policy": "default-src 'self'" };
const page = (body: string) => `<html><head><title>Site</title></head><body>${body}</body></html>`;

/** A site that does not respond. */
const TARGET = {
  siteUrl: "http://127.0.0.1:9",
  environment: "staging",
  worker: "site",
  env: { OPERATOR_TOKEN: "token" },
  smokePauseMs: 1,
} as const;

type Responses = Readonly<Record<string, (context: Context) => Response>>;

const GOOD: Responses = {
  "/healthz": () => Response.json({ status: "ok", commit: "0123456789ab" }),
  "/readyz": () => Response.json({ status: "ok" }),
  "/": () => new Response(page(""), { headers: HEADERS }),
  "/auth/signin": () =>
    new Response(page('<link href="/assets/a.css"><form><input type="password"></form>'), {
      headers: HEADERS,
    }),
  "/assets/a.css": () => new Response("", { headers: { "Cache-Control": "immutable" } }),
  "/dashboard": () => new Response(null, { status: 302, headers: { Location: "/auth/signin" } }),
};

/** Smoke-tests a site with these responses. */
async function smoke(
  changed: Responses,
  {
    environment = "staging",
    ...options
  }: { environment?: "staging" | "production"; commit?: string } = {},
) {
  const app = new Hono();
  const responses = { ...GOOD, ...changed };
  for (const [path, respond] of Object.entries(responses)) app.get(path, respond);
  app.notFound(() => new Response(page("Not found"), { status: 404 }));
  const server = await listen(app.fetch, 0);
  let unchecked: string | undefined;
  const { lines, error } = await collectLines(async () => {
    unchecked = await runSmoke({ ...TARGET, siteUrl: server.url, environment }, options);
  });
  await server.close();
  return { lines, error, unchecked, failures: lines.filter((line) => line.includes("✗")) };
}

const respondWith = (status: number) => () => new Response(page(""), { status });

describe("a smoke test", () => {
  test("of a working site prints one line per check", async () => {
    const { lines, error } = await smoke({});
    expect(error).toBeUndefined();
    expect(lines).toHaveLength(8);
    expect(lines.every((line) => line.startsWith("  ✓"))).toBe(true);
  });

  test("asks the Worker for the home page, and not the cache in front of it", async () => {
    const cookies = new Set<string | undefined>();
    const home = (context: Context) => {
      cookies.add(context.req.header("Cookie"));
      return new Response(page(""), { headers: HEADERS });
    };
    await smoke({ "/": home });
    await smoke({ "/": home });
    expect(cookies.size).toBe(2);
    expect([...cookies].every((cookie) => cookie?.startsWith("smoke="))).toBe(true);
  });

  test("asks as a browser does", async () => {
    const seen = new Set<string | undefined>();
    await smoke({
      "/": ({ req }) => {
        seen.add(req.header("User-Agent")).add(req.header("Accept"));
        return new Response(page(""), { headers: HEADERS });
      },
    });
    expect([...seen]).toEqual([
      expect.stringMatching(/^Mozilla\/5\.0 .*Chrome\//),
      expect.stringMatching(/^text\/html,/),
    ]);
  });

  test("names a challenge of Cloudflare's bot protection", async () => {
    const challenge = () =>
      new Response("", { status: 403, headers: { "cf-mitigated": "challenge" } });
    const { failures } = await smoke({ "/": challenge });
    expect(failures[0]).toBe(
      "  ✗ the home page renders: Cloudflare answers with a challenge: turn off Bot Fight Mode (Cloudflare, Security, Settings), or under attack add the rule of docs/runbook.md, Flood or bill",
    );
  });

  test("passes the rule that the runbook writes before an attack", () => {
    const runbook = readFileSync("docs/runbook.md", "utf8");
    const [, command = ""] = /`(printf [^`]+)`/.exec(runbook) ?? [];
    const env = { ...process.env, ...TARGET.env };
    const printed = execFileSync("sh", ["-c", command], { env, encoding: "utf8" });
    expect(printed.split(" ")[0]).toBe(getBypass(TARGET));
    expect(runbook).toContain('headers["x-maintenance-bypass"][*] eq "HASH"');
  });

  test("of a closed site says what it could not check, and with the operator's token checks all", async () => {
    const closed = () => new Response("", { status: 503, headers: { "X-Maintenance": "on" } });
    const open = GOOD["/"] ?? closed;
    const { lines, unchecked, error } = await smoke({ "/": closed });
    expect([error, unchecked]).toEqual([
      undefined,
      "2 of 8 smoke checks were not run: the site is closed, and OPERATOR_TOKEN is not the one it was closed with",
    ]);
    expect(lines).toContain("  – the home page renders: closed for maintenance");
    const bypass = getBypass(TARGET);
    const passes = (context: Context) =>
      context.req.header("X-Maintenance-Bypass") === bypass ? open(context) : closed();
    expect((await smoke({ "/": passes })).unchecked).toBeUndefined();
  });

  test("of a site whose home page redirects to sign-in passes", async () => {
    const home = () => new Response(null, { status: 302, headers: { Location: "/auth/signin" } });
    expect((await smoke({ "/": home })).failures).toEqual([]);
  });

  test.each<[string, Responses, string]>([
    ["a Worker that is down", { "/healthz": respondWith(503) }, "/healthz responds 503"],
    ["a database that is down", { "/readyz": respondWith(503) }, "/readyz responds 503"],
    ["an empty home page", { "/": () => new Response("", { headers: HEADERS }) }, "/ lacks"],
    ["missing headers", { "/": respondWith(200) }, "/ lacks Content-Security-Policy"],
    ["a lost asset", { "/assets/a.css": respondWith(404) }, "/assets/a.css responds 404"],
    [
      "an asset that is not cached",
      { "/assets/a.css": respondWith(200) },
      "not cached as immutable",
    ],
    [
      "a page for every URL",
      { "/smoke-test-no-such-page": respondWith(200) },
      "responds 200, not 404",
    ],
    ["a sign-in page without a form", { "/auth/signin": respondWith(200) }, "lacks <form"],
    [
      "an open dashboard",
      { "/dashboard": respondWith(200) },
      "/dashboard shows a guest /dashboard, not the sign-in page",
    ],
  ])("finds %s", async (_, changed, problem) => {
    const { failures, error } = await smoke(changed);
    expect(failures.join("\n")).toContain(problem);
    expect(error).toMatch(/\d of 8 smoke checks failed at http/);
  });

  test("finds a build for another environment", async () => {
    expect((await smoke({}, { environment: "production" })).failures).toEqual([
      "  ✗ security headers are sent: / lacks Strict-Transport-Security: is it built for this environment?",
    ]);
  });

  test("finds another build than the expected one", async () => {
    expect((await smoke({}, { commit: "0123456789ab" })).error).toBeUndefined();
    expect((await smoke({}, { commit: "fedcba987654" })).failures).toEqual([
      "  ✗ the Worker runs the expected build: /healthz has commit 0123456789ab, not fedcba987654",
    ]);
    const silent = { "/healthz": () => Response.json({ status: "ok" }) };
    expect((await smoke(silent)).failures.join()).toContain("/healthz has no commit");
  });

  test("retries until a new version responds", async () => {
    let calls = 0;
    const late = () => {
      calls += 1;
      return calls < 3
        ? new Response("", { status: 404 })
        : Response.json({ status: "ok", commit: "a" });
    };
    expect((await smoke({ "/healthz": late })).error).toBeUndefined();
  });

  test("checks in parallel, and can be aborted while the site hangs", async () => {
    let hanging = 0;
    const app = new Hono();
    app.all("*", () => {
      hanging += 1;
      return new Promise<Response>(() => {});
    });
    const server = await listen(app.fetch, 0);
    const stop = new AbortController();
    const target = { ...TARGET, siteUrl: server.url, signal: stop.signal };
    const outcome = collectLines(() => runSmoke(target));
    await expect.poll(() => hanging).toBe(8);
    stop.abort(new Error("interrupted"));
    expect(await outcome).toEqual({ error: "interrupted", lines: [] });
    await server.close();
  });

  test("reports a site that does not respond", async () => {
    const { lines, error } = await collectLines(() => runSmoke(TARGET));
    expect(error).toContain("8 of 8");
    expect(lines[0]).toContain("no response");
  });
});
