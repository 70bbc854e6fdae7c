import { expect, test } from "vitest";
import closed from "./closed.ts";

const ask = (path: string) => {
  const SITE = { fetch: async () => new Response("the site") };
  return closed.fetch(new Request(`https://www.example.com${path}`, { method: "POST" }), { SITE });
};

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
    expect(await (await ask(path)).text()).toBe("the site");
  }
});

test("a closed site responds to API calls with JSON", async () => {
  const response = await ask("/api/stripe-create-checkout-session");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: "error", code: "request/maintenance" });
});
