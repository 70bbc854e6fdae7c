/** Requirements for every route in the route table, including new ones. */
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { sessionCookie } from "../../support/auth-server.ts";
import { signInTokens } from "../../support/browser/accounts.ts";
import { createAccount, expect, test } from "../../support/browser/fixtures.ts";
import { listRouteExamples } from "../../support/routes/route-table.ts";

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
} as const;

/** A page may be cached by the edge for everyone, or not at all. */
const CACHE_CONTROL =
  /^(private, no-store|no-store|public, max-age=0, must-revalidate|public, max-age=\d+)$/;
const COOKIE =
  /^[\w.-]+=[^;]*; (Max-Age=\d+; )?Path=\/; (Expires=[^;]+; )?HttpOnly; SameSite=Lax$/i;

function expectSafe(response: APIResponse, what: string): void {
  const headers = response.headers();
  expect.soft(headers, what).toMatchObject(EVERYWHERE);
  expect.soft(headers["cache-control"], `${what}: caching`).toMatch(CACHE_CONTROL);
  const isShared = headers["cache-control"]?.startsWith("public");
  expect.soft("x-request-id" in headers, `${what}: request id`).toBe(!isShared);
  if (headers["content-type"]?.startsWith("text/html")) {
    const policy = headers["content-security-policy"] ?? "";
    expect.soft(policy, `${what}: policy`).toContain("default-src 'self'");
    expect.soft(policy, `${what}: policy`).not.toMatch(/unsafe-(inline|eval)/);
    expect.soft(policy, `${what}: reports`).toContain("report-uri /csp-report");
    // Only the page that pays embeds another site.
    const embeds = !policy.includes("frame-src 'self';");
    expect.soft(embeds, `${what}: frames`).toBe(what.includes("/purchase/"));
  }
  for (const { name, value } of response.headersArray()) {
    if (name.toLowerCase() === "set-cookie") expect.soft(value, `${what}: cookie`).toMatch(COOKIE);
  }
  expect.soft(response.status(), `${what}: status`).toBeLessThan(500);
}

async function askEverything(
  request: APIRequestContext,
  methods: readonly string[],
  headers: Record<string, string> = {},
): Promise<void> {
  for (const { pattern, path } of listRouteExamples()) {
    const ask = async (method: string) => {
      const response = await request.fetch(path, { method, headers, maxRedirects: 0 });
      expectSafe(response, `${method} ${pattern}`);
      return response;
    };
    const statuses = new Map<string, number>();
    for (const method of methods) {
      // Signing out would turn the remaining requests into a guest's.
      if (pattern === "/auth/signout" && method === "POST") continue;
      const response = await ask(method);
      statuses.set(method, response.status());
      if (response.status() === 405) {
        expect.soft(response.headers().allow, `${method} ${pattern}`).not.toContain(method);
      }
      if (method === "HEAD") expect.soft((await response.body()).length).toBe(0);
    }
    const rejected = Array.from(statuses.values()).filter((status) => status === 405);
    expect.soft(rejected.length, `${pattern} allows some method`).toBeLessThan(statuses.size);
  }
}

test("every route has all security headers and allows only its methods, for guests", async ({
  request,
}) => {
  await askEverything(request, ["GET", "HEAD", "POST"]);
});

test("every route has all security headers and allows only its methods, for signed-in users", async ({
  request,
  email,
}) => {
  await createAccount(email);
  const headers = { Cookie: sessionCookie(await signInTokens(email)) };
  await askEverything(request, ["GET", "POST"], headers);
});

test("static files have the same headers, may be shown elsewhere, and assets are cached for a year", async ({
  request,
}) => {
  const page = await (await request.get("/auth/signin")).text();
  const asset = /\/assets\/[^"]+\.css/.exec(page)?.[0] ?? "";
  // Link previews, search results, emails in a browser, and a translator's host show them.
  const elsewhere = { ...EVERYWHERE, "cross-origin-resource-policy": "cross-origin" };
  for (const file of ["/favicon.svg", "/icon-192.png", "/share/home/cloth.png", asset])
    expect((await request.get(file)).headers(), file).toMatchObject(elsewhere);
  expect((await request.get(asset)).headers()["cache-control"]).toBe(
    "public, max-age=31536000, immutable",
  );
});

test("reports are accepted, and nothing else at their addresses", async ({ request }) => {
  for (const { path, type, report } of [
    {
      path: "/csp-report",
      type: "application/csp-report",
      report: { "csp-report": { "blocked-uri": "inline", "effective-directive": "script-src" } },
    },
    {
      path: "/error-report",
      type: "application/json",
      report: { page: "/", name: "Error", message: "broken", stack: "" },
    },
  ]) {
    const send = async (data: unknown, contentType = type, headers = {}) => {
      const response = await request.post(path, {
        data: JSON.stringify(data),
        headers: { "Content-Type": contentType, ...headers },
      });
      return response.status();
    };
    const statuses = {
      report: await send(report),
      list: await send([], "application/json"),
      text: await send(report, "text/plain"),
      long: await send("x".repeat(20_000)),
      foreign: await send(report, type, { Origin: "https://evil.example" }),
      get: (await request.get(path)).status(),
    };
    const expected = { report: 204, list: 204, text: 415, long: 413, foreign: 403, get: 405 };
    expect(statuses, path).toEqual(expected);
  }
});

test("source maps are not served", async ({ request }) => {
  const script = /\/assets\/[\w-]+\.js/.exec(await (await request.get("/auth/signin")).text())?.[0];
  expect((await request.get(`${script}`)).status()).toBe(200);
  expect((await request.get(`${script}.map`)).status()).toBe(404);
});

test("the browser reports policy violations", async ({ page }) => {
  await page.goto("/contact");
  const reported = page.waitForRequest((request) => request.url().endsWith("/csp-report"));
  await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", '<img src="https://blocked.example/p.png">');
  });
  expect((await reported).method()).toBe("POST");
});
