import postgres from "postgres";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { parseConfig } from "~/platform/config.server";
import { createAccount, sessionCookie, signIn } from "../../tests/support/auth-server";
import { createSession } from "../../tests/support/routes/request-context";
import { runRoute } from "../../tests/support/routes/static-routes";
import {
  workerDatabaseUrl as databaseUrl,
  superuserDatabaseUrl,
  siteVariables as variables,
} from "../../tests/support/running-cloud.ts";
import { LOCAL_PRICES } from "../../tools/shared/settings";

const SITE = "http://localhost:5173";

const email = "ann@example.com";
const password = "a-long-pass-phrase";
const newPassword = { password, confirmPassword: password };
const message = { id: crypto.randomUUID(), name: "Ann", email, message: "Hello", startedAt: "1" };
const code = { app: crypto.randomUUID(), code: "123456" };
const checkout = { priceId: LOCAL_PRICES.pro, successUrl: SITE, cancelUrl: SITE };

/** A form to POST; null for a GET. */
type Form = Readonly<Record<string, string>> | null;
type Calls = readonly (readonly [path: string, form: Form])[];

const GUEST_CALLS: Calls = [
  ["/contact", message],
  ["/auth/signin", { intent: "signin", email, password }],
  ["/auth/signin", { intent: "magic-link", email }],
  ["/auth/signup", { email, ...newPassword }],
  ["/auth/forgotpass", { email }],
  ["/auth/confirm?token_hash=a&type=email", {}],
  ["/auth/signup", { intent: "email-code", email, kind: "sign-up", code: "1234567890" }],
  ["/auth/link", { accessToken: "a", refreshToken: "b" }],
  ["/auth/callback?code=a", null],
  ["/auth/passkey", {}],
  ["/readyz", null],
];

const USER_CALLS: Calls = [
  ["/auth/reauthenticate", { password }],
  ["/auth/changepass", newPassword],
  ["/settings/password", newPassword],
  ["/settings/general", { name: "Ann", email }],
  ["/settings/general", { intent: "resend-email" }],
  ["/settings/two-step", { intent: "generate-codes", ...code }],
  ["/settings/billing", null],
  ["/account/export", null],
  ["/purchase/pro", {}],
];

/** Session of a sign-in whose code is due. */
const CODE_CALLS: Calls = [
  ["/auth/verify", { intent: "recover", recoveryCode: "AAAA-BBBB-CCCC-DDDD-EEEE-FFFF" }],
];

const JSON_CALLS: readonly (readonly [path: string, data: object])[] = [
  ["/csp-report", []],
  ["/error-report", {}],
  ["/api/stripe-create-checkout-session", checkout],
  ["/api/stripe-create-billing-session", { returnUrl: SITE }],
];

let account: string;
let cookie: string;
let cookieWithDueCode: string;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { supabase } = parseConfig(variables);
  ({ account, cookie } = await createSession(supabase));
  const person = `person-${crypto.randomUUID()}@example.com`;
  await createAccount(supabase.url, person);
  const sql = postgres(superuserDatabaseUrl, { max: 1 });
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now(), 'ABCDEFGH'
    from auth.users where email = ${person}`;
  await sql.end();
  cookieWithDueCode = sessionCookie(await signIn(supabase.url, person));
});

/** The response to a request that exceeds every limit. */
function sendOverLimit(path: string, init: RequestInit): Promise<Response> {
  const exceeded: RateLimit = { limit: async () => ({ success: false }) };
  const rateLimits = { network: exceeded, identifier: exceeded };
  const request = new Request(SITE + path, init);
  return runRoute(request, { variables, databaseUrl, rateLimits });
}

async function statusOverLimit(path: string, init: RequestInit): Promise<number> {
  return (await sendOverLimit(path, init)).status;
}

const toInit = (form: Form): RequestInit =>
  form ? { method: "POST", body: new URLSearchParams(form) } : {};

describe("a request over its rate limit is rejected", () => {
  test.each(GUEST_CALLS)("from a guest to %s %j", async (path, form) => {
    expect(await statusOverLimit(path, toInit(form))).toBe(429);
  });

  test.each(["GET", "POST"])(
    "from a guest to a provider, back on the sign-in page: %s",
    async (method) => {
      const response = await sendOverLimit("/auth/oauth/google", { method });
      const page = new URL(response.headers.get("Location") ?? "", SITE);
      expect(page.pathname).toBe("/auth/signin");
      expect(response.headers.get("Set-Cookie")).toContain("Too%20many%20attempts");
    },
  );

  test.each(USER_CALLS)("from a user to %s %j", async (path, form) => {
    const init = { ...toInit(form && { account, ...form }), headers: { Cookie: cookie } };
    expect(await statusOverLimit(path, init)).toBe(429);
  });

  test.each(CODE_CALLS)("from a user whose code is due to %s %j", async (path, form) => {
    const init = { ...toInit(form), headers: { Cookie: cookieWithDueCode } };
    expect(await statusOverLimit(path, init)).toBe(429);
  });

  test.each(JSON_CALLS)("with JSON to %s", async (path, data) => {
    const headers = { Cookie: cookie, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(data) };
    expect(await statusOverLimit(path, init)).toBe(429);
  });
});
