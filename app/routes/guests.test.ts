import postgres from "postgres";
import { expect, test } from "vitest";
import { parseConfig } from "~/platform/config.server";
import { sessionCookie, signIn } from "../../tests/support/auth-server.ts";
import { createSession } from "../../tests/support/routes/request-context";
import {
  listAccountExamples,
  listRouteExamples,
  publicPaths,
  readRouteGuards,
} from "../../tests/support/routes/route-table";
import { runRoute } from "../../tests/support/routes/static-routes";
import {
  siteVariables,
  superuserDatabaseUrl,
  workerDatabaseUrl,
} from "../../tests/support/running-cloud.ts";

const HINT = "If the change is intended, update this table, and the guards in docs/security.md";

/** A public page without a form. */
const PAGE = "GET 200, POST 405";
const FORM = "GET 200, POST 422";
const REPORT = "GET 405, POST 415";
const SIGN_IN = "GET 302 /auth/signin and back, POST 302 /auth/signin and back";
/** For a route that is no page to return to. */
const SIGN_IN_TO_SETTINGS = SIGN_IN.replaceAll(" and back", "?next=%2Fsettings%2Fgeneral");

/** Public pages and account pages need no row here or in docs/security.md; a row overrides their default. */
const DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries([
  ...publicPaths.map((path) => [path, PAGE]),
  ...listAccountExamples().map(({ pattern }) => [pattern, SIGN_IN]),
]);

/** What a guest gets from a GET, and from a POST without fields. */
const RESPONSES: Readonly<Record<string, string>> = {
  "/contact": FORM,
  "/legal/:section": PAGE,
  "/auth/signup": FORM,
  "/auth/signin": FORM,
  "/auth/forgotpass": FORM,
  "/auth/changepass": "GET 200, POST 401",
  "/auth/passkey": "GET 405, POST 200",
  "/auth/verify": "GET 302 /auth/signin?next=%2Fdashboard, POST 302 /auth/signin?next=%2Fdashboard",
  "/auth/reauthenticate":
    "GET 302 /auth/signin?next=%2Fdashboard, POST 302 /auth/signin?next=%2Fdashboard",
  "/auth/confirm": "GET 400, POST 400",
  "/auth/callback": "GET 400, POST 405",
  "/auth/link": "GET 200, POST 400",
  "/auth/signout": "GET 302 /, POST 302 /",
  "/auth/:type": FORM,
  "/auth/oauth/:provider": "GET 302 elsewhere, POST 302 elsewhere",
  "/auth/refresh": "GET 405, POST 200",
  "/account/export": SIGN_IN_TO_SETTINGS,
  "/account/keep-plan": SIGN_IN_TO_SETTINGS,
  "/account/billing/return": SIGN_IN,
  "/account-deleted": "GET 302 /, POST 405",
  "/api/stripe-create-checkout-session": "GET 405, POST 401",
  "/api/stripe-create-billing-session": "GET 405, POST 401",
  "/api/stripe-webhook": REPORT,
  "/api/*": "GET 404, POST 404",
  "/sitemap.xml": PAGE,
  "/robots.txt": PAGE,
  "/.well-known/security.txt": PAGE,
  "/.well-known/change-password": "GET 302 /settings/password, POST 405",
  "/healthz": PAGE,
  "/readyz": PAGE,
  "/csp-report": REPORT,
  "/error-report": REPORT,
  "/*": "GET 404, POST 405",
};

test("every route responds to guests as the table says", async () => {
  const responses: Record<string, string> = {};
  for (const { pattern, path } of listRouteExamples())
    responses[pattern] = await describeRoute(path);
  const expected = Object.keys(responses).map((pattern) => [
    pattern,
    RESPONSES[pattern] ?? DEFAULTS[pattern],
  ]);
  expect(responses, HINT).toEqual(Object.fromEntries(expected));
});

test("a session whose two-step code is due is sent to the code where a guest is sent to sign in", async () => {
  const email = `person-${crypto.randomUUID()}@example.com`;
  const { supabase } = parseConfig(siteVariables);
  const { account } = await createSession(supabase, email);
  const sql = postgres(superuserDatabaseUrl, { max: 1 });
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${account}, 'totp', 'verified', now(), now())`;
  await sql.end();
  const tokens = await signIn(supabase.url, email);
  const headers = { Cookie: sessionCookie(tokens) };
  const toCode = SIGN_IN.replaceAll("/auth/signin", "/auth/verify");
  expect(await describeRoute("/auth/changepass?next=%2Fpurchase%2Fpro", headers)).toBe(toCode);
  for (const { pattern, path } of listRouteExamples()) {
    const response = RESPONSES[pattern] ?? DEFAULTS[pattern] ?? "";
    if (pattern.startsWith("/api/") && response.endsWith("POST 401")) {
      for (const each of [headers, { Authorization: `Bearer ${tokens.access_token}` }])
        expect(await describeRoute(path, each), pattern).toBe("GET 405, POST 403");
    } else if (!pattern.startsWith("/auth/") && response.includes("/auth/signin")) {
      const expected = response.replaceAll("/auth/signin", "/auth/verify");
      expect(await describeRoute(path, headers), pattern).toBe(expected);
    }
  }
});

test.each([
  ["/About?utm_source=mail", "308 /about?utm_source=mail"],
  ["/Login/?next=%2Fpurchase%2Fpro", "308 /auth/signin?next=%2Fpurchase%2Fpro"],
  ["/auth/login", "308 /auth/signin"],
  ["/faq).", "308 /faq"],
  ["/no/such/page/", "404"],
])("a page has one address: %s is %s", async (path, expected) => {
  expect(await describeResponse(path)).toBe(expected);
});

test("a write is answered where it arrives", async () => {
  const post = { method: "POST", body: new URLSearchParams() };
  expect(await describeResponse("/Auth/SignIn/", post)).toBe("422");
});

test("docs/security.md documents the guard of every other route, and of none that is gone", async () => {
  const patterns = listRouteExamples().map(({ pattern }) => pattern);
  const documented = [...readRouteGuards().keys()];
  expect(documented.filter((pattern) => !patterns.includes(pattern))).toEqual([]);
  const required = patterns.filter((pattern) => !(pattern in DEFAULTS));
  expect(required.filter((pattern) => !documented.includes(pattern))).toEqual([]);
});

test("every form of a user is rejected without the account it was rendered for", async () => {
  const { cookie } = await createSession(parseConfig(siteVariables).supabase);
  const paths = listAccountExamples().map(({ path }) => path);
  const init = { method: "POST", headers: { Cookie: cookie }, body: new URLSearchParams() };
  for (const path of [...paths, "/auth/changepass", "/auth/reauthenticate"])
    expect(await describeResponse(path, init), path).toMatch(/^40[59]$/);
});

/** What a route responds to a GET, and to a POST without fields. */
async function describeRoute(path: string, headers: HeadersInit = {}): Promise<string> {
  const post = { method: "POST", headers, body: new URLSearchParams() };
  return `GET ${await describeResponse(path, { headers })}, POST ${await describeResponse(path, post)}`;
}

/** The status, and where a redirect leads. */
async function describeResponse(path: string, init?: RequestInit): Promise<string> {
  const { status, headers } = await runRoute(new Request(`http://localhost:5173${path}`, init), {
    variables: siteVariables,
    databaseUrl: workerDatabaseUrl,
  });
  const location = headers.get("Location");
  if (location === null) return String(status);
  if (!location.startsWith("/")) return `${status} elsewhere`;
  return `${status} ${location.replace(`?next=${encodeURIComponent(path)}`, " and back")}`;
}
