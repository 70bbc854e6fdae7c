/** Strangers' tries at an account cost its owner nothing. The limiters count as Cloudflare's do, within one minute. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getPlatform } from "~/platform/context.server";
import { createRequestContext } from "../../../tests/support/request-context.ts";
import { isKnownBrowser, rememberBrowser } from "../session/known-browser.server";
import { signIn } from "./sign-in.server";

const EMAIL = "owner@example.com";
const TRIES = 12;
const LIMITS = { address: 30, subject: 10 } as const;
const TURNSTILE = { TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET_KEY: "secret-of-the-test" };

function countUpTo(limit: number): RateLimit {
  const counts = new Map<string, number>();
  return {
    async limit({ key }) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= limit };
    },
  };
}

let rateLimits: { address: RateLimit; subject: RateLimit };
beforeEach(() => {
  rateLimits = { address: countUpTo(LIMITS.address), subject: countUpTo(LIMITS.subject) };
});

beforeAll(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  // GoTrue, which finds every password wrong.
  vi.stubGlobal("fetch", async () =>
    Response.json({ error_code: "invalid_credentials", msg: "RAW" }, { status: 400 }),
  );
});
afterAll(() => vi.unstubAllGlobals());

interface Caller {
  readonly address: string;
  readonly cookie?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** What a try comes to: GoTrue's code, or that of what stopped it before. */
async function tryFrom({ address, cookie = "", variables = {} }: Caller): Promise<string> {
  const headers = { "CF-Connecting-IP": address, Cookie: cookie };
  const request = new Request("http://localhost:5173/auth/signin", { headers });
  const context = createRequestContext({ request, variables, rateLimits });
  const formData = new FormData();
  formData.set("email", EMAIL);
  formData.set("password", "not-the-password");
  const result = await signIn({ context, formData, next: "/" });
  return result.status === "error" ? result.code : "success";
}

const network = (index: number) => `192.0.2.${index}`;

/** The cookie of a browser that has signed in to `EMAIL`. */
function knownCookie(twoStep: boolean, aal: "aal1" | "aal2"): string {
  const platform = getPlatform(createRequestContext());
  const claims = {
    sub: "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01",
    session_id: "s",
    email: EMAIL,
    exp: 2_000_000_000,
    role: "authenticated",
    aal,
    two_step: twoStep,
    amr: [{ method: "password", timestamp: 1_900_000_000 }],
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  rememberBrowser(platform, JSON.stringify({ access_token: `e30.${payload}.c2ln` }));
  return platform.cookies
    .all()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

const JUDGED = "invalid_credentials";

test("a caller who tries too often is refused, and others are not", async () => {
  const tries = await Promise.all(
    Array.from({ length: TRIES }, () => tryFrom({ address: network(1) })),
  );
  expect(tries.filter((code) => code === JUDGED)).toHaveLength(LIMITS.subject);
  expect(tries.at(-1)).toBe("request/rate-limited");
  expect(await tryFrom({ address: network(2) })).toBe(JUDGED);
});

test("a browser that signed in before has tries of its own, even in the same network", async () => {
  const cookie = knownCookie(false, "aal1");
  await Promise.all(
    Array.from({ length: LIMITS.address + TRIES }, () => tryFrom({ address: network(1) })),
  );
  const caller = { address: network(1), cookie };
  const tries = await Promise.all(Array.from({ length: TRIES }, () => tryFrom(caller)));
  expect(tries.filter((code) => code === JUDGED)).toHaveLength(LIMITS.subject);
});

test("many callers at one account pass a challenge, and a known browser needs none", async () => {
  const variables = TURNSTILE;
  const tries = await Promise.all(
    Array.from({ length: TRIES }, (_, index) => tryFrom({ address: network(index), variables })),
  );
  expect(tries.filter((code) => code === JUDGED)).toHaveLength(LIMITS.subject);
  expect(tries.at(-1)).toBe("captcha_failed");
  const known = { address: network(99), cookie: knownCookie(true, "aal2"), variables };
  expect(await tryFrom(known)).toBe(JUDGED);
  expect(await tryFrom({ address: network(98) })).toBe(JUDGED);
});

test.each([
  ["of another account", knownCookie(false, "aal1"), "stranger@example.com"],
  ["that still owed its code", knownCookie(true, "aal1"), EMAIL],
  ["that was made up", "known-browser=é", EMAIL],
])("a cookie %s makes no browser known", (_, cookie, email) => {
  const request = new Request("http://localhost:5173/", { headers: { Cookie: encodeURI(cookie) } });
  expect(isKnownBrowser(getPlatform(createRequestContext({ request })), email)).toBe(false);
});
