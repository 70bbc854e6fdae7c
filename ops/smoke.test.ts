import { Hono } from "hono";
import { listen } from "local-kit";
import { describe, expect, test } from "vitest";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { smoke as runSmoke } from "./smoke.ts";

const HEADERS = {
  "Content-Security-Policy": "default-src 'self'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=()",
  "X-Request-Id": "request-1",
};
const page = (body: string) => `<html><head><title>Site</title></head><body>${body}</body></html>`;

type Answers = Readonly<Record<string, () => Response>>;

const GOOD: Answers = {
  "/healthz": () => Response.json({ status: "ok", commit: "0123456789ab" }),
  "/readyz": () => Response.json({ status: "ok" }),
  "/": () => new Response(page(""), { headers: HEADERS }),
  "/auth/signin": () =>
    new Response(page('<link href="/assets/a.css"><form><input type="password"></form>')),
  "/assets/a.css": () => new Response("", { headers: { "Cache-Control": "immutable" } }),
  "/dashboard": () => new Response(null, { status: 302, headers: { Location: "/auth/signin" } }),
};

/** A site that answers as told, and the lines that a smoke test of it prints. */
async function smoke(changed: Answers, options: { isProduction?: boolean; commit?: string } = {}) {
  const app = new Hono();
  const answers = { ...GOOD, ...changed };
  for (const [path, answer] of Object.entries(answers)) app.get(path, answer);
  app.notFound(() => new Response(page("Not found"), { status: 404 }));
  const server = await listen(app.fetch, 0);
  const { lines, error } = await collectLines(() =>
    runSmoke({ url: server.url, isProduction: false, pauseMs: 1, ...options }),
  );
  await server.close();
  return { lines, error, failures: lines.filter((line) => line.includes("✗")) };
}

const answer = (status: number) => () => new Response(page(""), { status });

describe("a smoke test", () => {
  test("of a site that works prints one line a check", async () => {
    const { lines, error } = await smoke({});
    expect(error).toBeUndefined();
    expect(lines).toHaveLength(8);
    expect(lines.every((line) => line.startsWith("  ✓"))).toBe(true);
  });

  test.each<[string, Answers, string]>([
    ["a Worker that is down", { "/healthz": answer(503) }, "/healthz answers 503"],
    ["a database that is down", { "/readyz": answer(503) }, "/readyz answers 503"],
    ["an empty home page", { "/": () => new Response("", { headers: HEADERS }) }, "/ lacks"],
    ["missing headers", { "/": answer(200) }, "Content-Security-Policy, X-Content-Type-Options"],
    [
      "an unsafe policy",
      {
        "/": () =>
          new Response(page(""), {
            headers: { ...HEADERS, "Content-Security-Policy": "script-src 'unsafe-inline'" },
          }),
      },
      "allows unsafe scripts",
    ],
    ["a lost asset", { "/assets/a.css": answer(404) }, "/assets/a.css answers 404"],
    ["an asset that is not cached", { "/assets/a.css": answer(200) }, "not cached for good"],
    ["a page for everything", { "/smoke-test-no-such-page": answer(200) }, "answers 200, not 404"],
    ["a sign-in page without a form", { "/auth/signin": answer(200) }, "lacks <form"],
    ["an open dashboard", { "/dashboard": answer(200) }, "/dashboard answers 200 to a stranger"],
  ])("finds %s", async (_, changed, problem) => {
    const { failures, error } = await smoke(changed);
    expect(failures.join("\n")).toContain(problem);
    expect(error).toMatch(/\d of 8 smoke checks failed at http/);
  });

  test("finds a build for another environment", async () => {
    expect((await smoke({}, { isProduction: true })).failures).toEqual([
      "  ✗ security headers are sent: / lacks Strict-Transport-Security: is it built for this environment?",
    ]);
  });

  test("finds another build than the one that was asked for", async () => {
    expect((await smoke({}, { commit: "0123456789ab" })).error).toBeUndefined();
    expect((await smoke({}, { commit: "fedcba987654" })).failures).toEqual([
      "  ✗ the Worker is up, and the build is the one: /healthz answers for commit 0123456789ab, not fedcba987654",
    ]);
    const silent = { "/healthz": () => Response.json({ status: "ok" }) };
    expect((await smoke(silent)).failures.join()).toContain("/healthz names no commit");
  });

  test("waits for a new version to arrive", async () => {
    let calls = 0;
    const late = () => {
      calls += 1;
      return calls < 3
        ? new Response("", { status: 404 })
        : Response.json({ status: "ok", commit: "a" });
    };
    expect((await smoke({ "/healthz": late })).error).toBeUndefined();
  });

  test("says so when nothing answers", async () => {
    const target = { url: "http://127.0.0.1:9", isProduction: false, pauseMs: 1 };
    const { lines, error } = await collectLines(() => runSmoke(target));
    expect(error).toContain("8 of 8");
    expect(lines[0]).toContain("no answer");
  });
});
