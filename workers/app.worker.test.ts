import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import worker from "./app";

const SITE = env.SITE_URL;
/** Where the mocked route redirects. */
const ELSEWHERE = "https://pay.example/";

vi.mock("./router", () => ({
  handleRoute: async () => ({
    response: new Response(null, { status: 302, headers: { Location: ELSEWHERE } }),
    cache: "none",
  }),
}));

const log = vi.spyOn(console, "log").mockImplementation(() => {});

function send(path: string, init: RequestInit = {}, changes: Partial<Env> = {}) {
  const request = new Request<unknown, IncomingRequestCfProperties>(SITE + path, init);
  return worker.fetch(request, { ...env, ...changes }, createExecutionContext());
}

test.each([
  ["of a route", "/dashboard", {}, {}, 302],
  ["to another method", "/dashboard", { method: "PUT" }, {}, 405],
  [
    "to another site's form",
    "/",
    { method: "POST", headers: { Origin: "https://evil.example" } },
    {},
    403,
  ],
  ["of a misconfigured Worker", "/", {}, { SUPABASE_URL: "" }, 503],
])("a response %s has the security headers", async (_, path, init, changes, status) => {
  const response = await send(path, init, changes);
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
