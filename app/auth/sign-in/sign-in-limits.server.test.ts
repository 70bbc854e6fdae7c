/**
 * A stranger's attempts do not lock out the owner. The fake rate limiters count like Cloudflare's, within one
 * minute.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { FormResult } from "~/forms/form-result";
import { getPlatform } from "~/platform/context.server";
import { makeForm, makeSession } from "../../../tests/support/fixtures.ts";
import { createRequestContext } from "../../../tests/support/routes/request-context.ts";
import { reauthenticate } from "../reauthentication/reauthenticate.server";
import { isKnownBrowser, rememberBrowser } from "../session/cookie/known-browser.server";
import { requestAuthContext } from "../session/request-auth.server";
import {
  type AuthEmail,
  type AuthRequest,
  resendEmail,
  sendEmail,
  signIn,
  signUp,
} from "./sign-in.server";

const EMAIL = "owner@example.com";
const PASSWORD = "correct-horse-1";
const ATTEMPTS = 12;
const LIMITS = { network: 30, identifier: 10 } as const;
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

let rateLimits: { network: RateLimit; identifier: RateLimit };
beforeEach(() => {
  rateLimits = { network: countUpTo(LIMITS.network), identifier: countUpTo(LIMITS.identifier) };
});

beforeAll(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  // Attempts do not wait a second each.
  vi.stubGlobal("setTimeout", setImmediate);
  // Supabase Auth rejects every password.
  vi.stubGlobal("fetch", async () =>
    Response.json({ error_code: "invalid_credentials", msg: "RAW" }, { status: 400 }),
  );
});
afterAll(() => vi.unstubAllGlobals());

interface Client {
  readonly address: string;
  readonly cookie?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The error code of an attempt: GoTrue's, or that of a limit before it. */
async function attemptFrom({ address, cookie = "", variables = {} }: Client): Promise<string> {
  const headers = { "CF-Connecting-IP": address, Cookie: cookie };
  const request = new Request("http://localhost:5173/auth/signin", { headers });
  const context = createRequestContext({ request, variables, rateLimits });
  const formData = makeForm({ email: EMAIL, password: "not-the-password" });
  const result = await signIn({ context, formData, next: "/" });
  return result.status === "error" ? result.code : "success";
}

const network = (index: number) => `192.0.2.${index}`;

/** The cookie of a browser that has signed in to `EMAIL`. */
function knownCookie(isTwoStepOn: boolean, aal: "aal1" | "aal2"): string {
  const platform = getPlatform(createRequestContext());
  const claims = {
    sub: "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01",
    session_id: "s",
    email: EMAIL,
    exp: 2_000_000_000,
    role: "authenticated",
    aal,
    two_step: isTwoStepOn,
    amr: [{ method: "password", timestamp: 1_900_000_000 }],
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  rememberBrowser(platform, JSON.stringify({ access_token: `e30.${payload}.c2ln` }));
  return platform.cookies
    .all()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

const CHECKED = "invalid_credentials";

test("a client with too many attempts is limited, and others are not", async () => {
  const attempts = await Promise.all(
    Array.from({ length: ATTEMPTS }, () => attemptFrom({ address: network(1) })),
  );
  expect(attempts.filter((code) => code === CHECKED)).toHaveLength(LIMITS.identifier);
  expect(attempts).toContain("request/rate-limited");
  expect(await attemptFrom({ address: network(2) })).toBe(CHECKED);
});

test("a browser that signed in before has its own limit, even in the same network", async () => {
  const cookie = knownCookie(false, "aal1");
  await Promise.all(
    Array.from({ length: LIMITS.network + ATTEMPTS }, () => attemptFrom({ address: network(1) })),
  );
  const client = { address: network(1), cookie };
  const attempts = await Promise.all(Array.from({ length: ATTEMPTS }, () => attemptFrom(client)));
  expect(attempts.filter((code) => code === CHECKED)).toHaveLength(LIMITS.identifier);
});

test("wrong passwords in one session do not lock another session's re-authentication", async () => {
  const attempt = async (sessionId: string, index: number) => {
    const request = new Request("http://localhost:5173/auth/reauthenticate", {
      headers: { "CF-Connecting-IP": network(index) },
    });
    const context = createRequestContext({ request, rateLimits });
    const expiresAt = Date.now() / 1000 + 3600;
    const session = makeSession({ email: EMAIL, sessionId, expiresAt });
    const tokens = { accessToken: "a.b.c", refreshToken: "r", expiresAt };
    context.set(requestAuthContext, { path: "/", cookie: { kind: "valid", session, tokens } });
    const formData = makeForm({ account: session.userId, password: "not-the-password" });
    return (await reauthenticate(context, formData)).httpStatus;
  };
  const stolen = await Promise.all(
    Array.from({ length: ATTEMPTS }, (_, index) => attempt("stolen", index)),
  );
  expect(stolen.filter((status) => status === 422)).toHaveLength(LIMITS.identifier);
  expect(stolen).toContain(429);
  expect(await attempt("own", 99)).toBe(422);
});

test("many clients at one account have to pass a challenge, and a known browser does not", async () => {
  const variables = TURNSTILE;
  const attempts = await Promise.all(
    Array.from({ length: ATTEMPTS }, (_, index) =>
      attemptFrom({ address: network(index), variables }),
    ),
  );
  expect(attempts.filter((code) => code === CHECKED)).toHaveLength(LIMITS.identifier);
  expect(attempts).toContain("captcha_failed");
  const known = { address: network(99), cookie: knownCookie(true, "aal2"), variables };
  expect(await attemptFrom(known)).toBe(CHECKED);
  expect(await attemptFrom({ address: network(98) })).toBe(CHECKED);
});

test.each<[AuthEmail, (call: AuthRequest) => Promise<FormResult>]>([
  ["sign-up", signUp],
  ["magic-link", (call) => sendEmail(call, "magic-link")],
  ["password-reset", (call) => sendEmail(call, "password-reset")],
])("requesting a %s email again counts like the first time", async (kind, sendFirst) => {
  const attempt = async (send: (call: AuthRequest) => Promise<FormResult>) => {
    const context = createRequestContext({ rateLimits });
    const fields = { email: EMAIL, kind, password: PASSWORD, confirmPassword: PASSWORD };
    const formData = makeForm(fields);
    return (await send({ context, formData, next: "/" })).httpStatus;
  };
  const first = await Promise.all(
    Array.from({ length: LIMITS.identifier }, () => attempt(sendFirst)),
  );
  expect(first).not.toContain(429);
  expect(await attempt(resendEmail)).toBe(429);
});

test.each([
  ["of another account", knownCookie(false, "aal1"), "stranger@example.com"],
  ["of a session whose code was due", knownCookie(true, "aal1"), EMAIL],
  ["that was forged", "known-browser=é", EMAIL],
])("a cookie %s does not make a browser known", (_, cookie, email) => {
  const request = new Request("http://localhost:5173/", { headers: { Cookie: encodeURI(cookie) } });
  expect(isKnownBrowser(getPlatform(createRequestContext({ request })), email)).toBe(false);
});
