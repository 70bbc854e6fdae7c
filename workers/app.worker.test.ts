import { createExecutionContext, SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, test, vi } from "vitest";
import { CROSS_SITE_REQUESTS } from "../tests/security/cross-site-requests";
import worker from "./app";
import * as router from "./router";

const SITE = env.SITE_URL;
/** The address to which the mocked route redirects. */
const ELSEWHERE = "https://pay.example/";

// `vi.mock` would come too late: files share modules, and another one may have loaded the real one.
const route = vi.spyOn(router, "handleRoute").mockImplementation(async () => ({
  response: new Response(null, { status: 302, headers: { Location: ELSEWHERE } }),
  cache: "none",
}));

const log = vi.spyOn(console, "log").mockImplementation(() => {});
afterAll(() => {
  log.mockRestore();
  route.mockRestore();
});

const send = (path: string, init: RequestInit = {}) =>
  SELF.fetch(SITE + path, { redirect: "manual", ...init });

test.each([
  ["of a route", "/dashboard", {}, 302],
  ["to an unknown method", "/dashboard", { method: "PUT" }, 405],
  ["to an impossible path", "/%09/a:b", {}, 404],
  ["to another site", "/", { method: "POST", headers: { Origin: "https://evil.example" } }, 403],
])("a response %s has the security headers", async (_, path, init, status) => {
  const response = await send(path, init);
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
    "cache-control": "private, no-store",
    "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
  });
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
  "%s is no method of any route",
  async (method) => {
    for (const [path, allow] of [
      ["/dashboard", "GET, HEAD, POST"],
      ["/api/stripe-create-checkout-session", "POST"],
    ] as const) {
      const response = await send(path, { method });
      expect([response.status, response.headers.get("Allow")], path).toEqual([405, allow]);
    }
  },
);

test.each(CROSS_SITE_REQUESTS.filter((_, index) => index % 9 === 0))(
  "a POST with %j reaches no route",
  async (headers) => {
    for (const path of ["/dashboard", "/api/stripe-create-checkout-session"]) {
      const response = await send(path, { method: "POST", headers });
      expect(response.status, path).toBe(403);
      const isApi = path.startsWith("/api/");
      if (isApi) expect(await response.json()).toMatchObject({ code: "request/cross-site" });
    }
  },
);

test.each([
  ["POST", 1],
  ["GET", 0],
])(
  "a pending %s is handed to waitUntil %i times: it ends if the visitor leaves",
  async (method, times) => {
    route.mockClear();
    route.mockReturnValueOnce(new Promise(() => {}));
    const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
    const ctx = { ...createExecutionContext(), waitUntil };
    Reflect.apply(worker.fetch, worker, [new Request(`${SITE}/dashboard`, { method }), env, ctx]);
    await vi.waitFor(() => expect(route).toHaveBeenCalled());
    expect(waitUntil).toHaveBeenCalledTimes(times);
  },
);

test("a redirect to another site does not pass on the fragment, which may hold tokens", async () => {
  expect((await send("/dashboard")).headers.get("Location")).toBe(`${ELSEWHERE}#`);
});

test("a request is logged without its query", async () => {
  log.mockClear();
  await send("/auth/confirm?token_hash=secret");
  const lines = log.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "request",
    route: "/auth/confirm",
    status: 302,
  });
  expect(lines[0]).not.toContain("secret");
});
