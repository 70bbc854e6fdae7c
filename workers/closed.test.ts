import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { brand } from "../app/content/brand.ts";
import { studio } from "../app/content/studio.ts";
import closed from "./closed.ts";

const ask = (path: string, bypass = "") => {
  const SITE = { fetch: async (input: unknown) => new Response(describe(input)) };
  const headers = { "X-Maintenance-Bypass": bypass, "X-Other": "kept" };
  const request = new Request(`https://www.example.com${path}`, { method: "POST", headers });
  return closed.fetch(request, { SITE, BYPASS: "secret" });
};
/** The headers that the site gets. */
const describe = (input: unknown) =>
  input instanceof Request
    ? `the site: ${input.headers.get("X-Maintenance")}, ${input.headers.get("X-Other")}`
    : "";

test("a closed site shows a page that says when to return; webhooks and health checks reach the site", async () => {
  const page = await ask("/dashboard?a=1");
  expect(page.status).toBe(503);
  expect(await page.text()).toContain("<h1>");
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "retry-after": "300",
    "cache-control": "no-store",
  });
  for (const path of ["/api/stripe-webhook", "/healthz", "/readyz"]) {
    expect(await (await ask(path)).text()).toBe("the site: on, kept");
  }
});

test("the page of a closed site names the studio, follows the color scheme, and loads nothing else", async () => {
  const page = await ask("/");
  const html = await page.text();
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<meta charset="utf-8">/);
  expect(html).toContain('<meta name="viewport"');
  expect(html).toContain(`<b>${brand.name}</b>`);
  expect(html).toContain(`href="mailto:${studio.email}"`);
  expect(html).toContain("color-scheme: light dark");
  expect(html).not.toMatch(/<script|<link|<img|\ssrc=|url\(|@import|https?:/);
  expect(Buffer.byteLength(html)).toBeLessThan(1_536);
  const [, style = ""] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = page.headers.get("Content-Security-Policy");
  expect(policy).toBe(
    `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-${hash}'`,
  );
});

test("an operator's smoke test passes a closed site; a wrong value does not, and none passes where none is set", async () => {
  expect(await (await ask("/dashboard", "secret")).text()).toBe("the site: on, kept");
  expect((await ask("/dashboard", "other")).status).toBe(503);
  const SITE = { fetch: async () => new Response("the site") };
  const headers = { "X-Maintenance-Bypass": "" };
  const request = new Request("https://www.example.com/", { headers });
  expect((await closed.fetch(request, { SITE })).status).toBe(503);
});

test("a closed site responds to API calls with JSON", async () => {
  const response = await ask("/api/stripe-create-checkout-session");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: "error", code: "request/maintenance" });
});
