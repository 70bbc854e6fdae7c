/** A session that has ended, or whose user is banned, does nothing with the access token that it still has. */
import type { APIRequestContext, APIResponse } from "@playwright/test";
import type postgres from "postgres";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import { signInBehind, signInTokens, type Tokens } from "../support/account-fixtures.ts";
import { type Subscriber, stripe, test } from "../support/billing-fixtures.ts";
import { expect } from "../support/fixtures.ts";
import { readRouteGuards } from "../support/route-guards.ts";
import { routeExamples } from "../support/route-table.ts";
import { addApp, currentCode } from "../support/two-step.ts";

const NEW_PASSWORD = "an-ended-session-9";

interface Attempt {
  readonly pattern: string;
  readonly send: (request: APIRequestContext, at: Surroundings) => Promise<APIResponse>;
}

interface Surroundings {
  readonly itemId: string;
  readonly siteUrl: string;
  readonly otherSession: string;
  readonly phrase: string;
}

const post =
  (path: string, form: (at: Surroundings) => Record<string, string>): Attempt["send"] =>
  (request, at) =>
    request.post(path, { form: form(at), maxRedirects: 0 });
const get =
  (path: string): Attempt["send"] =>
  (request) =>
    request.get(path, { maxRedirects: 0 });

const code = { app: crypto.randomUUID(), code: "123456" };

/** Every request that writes, exports or opens a page at Stripe. */
const ATTEMPTS: readonly Attempt[] = [
  ...[
    () => ({ intent: "create", id: crypto.randomUUID(), name: "Added" }),
    ({ itemId }: Surroundings) => ({ intent: "rename", id: itemId, name: "Renamed" }),
    ({ itemId }: Surroundings) => ({ intent: "feature", id: itemId, featured: "true" }),
    ({ itemId }: Surroundings) => ({ intent: "delete", id: itemId }),
    () => ({
      intent: "restore",
      items: JSON.stringify([
        { id: crypto.randomUUID(), name: "Back", featured: false, createdAt: 1_700_000_000_000 },
      ]),
    }),
  ].map((form) => ({ pattern: "/dashboard", send: post("/dashboard", form) })),
  ...["/settings/general", "/settings/anything"].flatMap((path) => {
    const pattern = path.endsWith("general") ? path : "/settings/:section";
    return [
      { name: "Renamed", email: "other@example.com" },
      { intent: "resend-email" },
      { intent: "withdraw-email" },
    ].map((form) => ({ pattern, send: post(path, () => form) }));
  }),
  ...["/settings/password", "/auth/changepass"].map((path) => ({
    pattern: path,
    send: post(path, () => ({ password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })),
  })),
  ...[
    { intent: "set-up", name: "Phone" },
    { intent: "confirm", secret: "ABCDEFGH", ...code },
    { intent: "remove", removal: crypto.randomUUID(), ...code },
    { intent: "renew-codes", ...code },
  ].map((form) => ({
    pattern: "/settings/two-step",
    send: post("/settings/two-step", () => form),
  })),
  ...[
    ({ otherSession }: Surroundings) => ({ intent: "one", device: otherSession }),
    () => ({ intent: "others" }),
  ].map((form) => ({ pattern: "/settings/devices", send: post("/settings/devices", form) })),
  { pattern: "/settings/devices", send: get("/settings/devices") },
  { pattern: "/account/export", send: get("/account/export") },
  { pattern: "/account/billing", send: get("/account/billing") },
  { pattern: "/settings/billing", send: get("/settings/billing") },
  { pattern: "/purchase/:plan", send: post("/purchase/pro", () => ({})) },
  {
    pattern: "/account/delete",
    send: post("/account/delete", ({ phrase }) => ({ confirmation: phrase })),
  },
  {
    pattern: "/api/stripe-create-checkout-session",
    send: (request, { siteUrl }) =>
      request.post("/api/stripe-create-checkout-session", {
        data: {
          priceId: LOCAL_PRICES.starter,
          successUrl: `${siteUrl}/dashboard?paid=true`,
          cancelUrl: `${siteUrl}/pricing`,
        },
      }),
  },
  {
    pattern: "/api/stripe-create-billing-session",
    send: (request, { siteUrl }) =>
      request.post("/api/stripe-create-billing-session", {
        data: { returnUrl: `${siteUrl}/settings/general` },
      }),
  },
];

/** Guards that keep an ended session from acting. */
const STOPS_ENDED_SESSIONS = /^(live session|auth server)/;

test("every route of the table is documented with its guard, and nothing else is", async () => {
  const patterns = (await routeExamples()).map(({ pattern }) => pattern);
  expect([...readRouteGuards().keys()].toSorted()).toEqual(patterns.toSorted());
});

test("every route with such a guard is tried below", () => {
  const guarded = [...readRouteGuards()].filter(([, guard]) => STOPS_ENDED_SESSIONS.test(guard));
  const tried = new Set([...ATTEMPTS.map(({ pattern }) => pattern), "/auth/verify"]);
  expect(guarded.map(([pattern]) => pattern).toSorted()).toEqual([...tried].toSorted());
});

/** All that the attempts could change. */
async function readEverything(sql: postgres.Sql, { id, customerId }: Subscriber) {
  const rows = await sql`
    select (select row_to_json(u) from public.users u where u.id = ${id}) as "user",
      (select row_to_json(c) from public.customers c where c.user_id = ${id}) as customer,
      (select json_agg(i order by i.id) from public.items i where i.owner = ${id}) as items,
      (select count(*) from public.code_tries where user_id = ${id}) as tries,
      (select count(*) from public.used_codes where user_id = ${id}) as used_codes,
      (select count(*) from public.recovery_codes where user_id = ${id}) as recovery_codes,
      (select count(*) from auth.mfa_factors where user_id = ${id}) as factors,
      (select json_agg(s.id order by s.id) from auth.sessions s where s.user_id = ${id}) as sessions,
      (select encrypted_password || email_change from auth.users where id = ${id}) as credentials`;
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: customerId });
  const { data: checkouts } = await stripe.checkout.sessions.list({ customer: customerId });
  return {
    ...rows[0],
    subscriptions: subscriptions.map(({ id: subscription, status }) => [subscription, status]),
    checkouts: checkouts.map(({ id: checkout }) => checkout),
  };
}

const sessionIdOf = ({ access_token }: Tokens): string =>
  JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString()).session_id;

const ENDINGS = {
  "has been signed out": (sql: postgres.Sql, _: string, session: string) =>
    sql`delete from auth.sessions where id = ${session}`,
  "belongs to a banned user": (sql: postgres.Sql, user: string) =>
    sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user}`,
};

for (const [what, end] of Object.entries(ENDINGS)) {
  test(`a session that ${what} changes, exports and opens nothing`, async ({
    playwright,
    subscriber,
    sql,
    baseURL,
    address,
  }) => {
    const [itemId = ""] = await subscriber.addItems(["Private"]);
    const tokens = await signInTokens(subscriber.email);
    const otherSession = sessionIdOf(await signInTokens(subscriber.email));
    await end(sql, subscriber.id, sessionIdOf(tokens));
    const before = await readEverything(sql, subscriber);
    const siteUrl = baseURL ?? "";
    const at = { itemId, siteUrl, otherSession, phrase: subscriber.email };

    const Cookie = `sb-127-auth-token=base64-${Buffer.from(JSON.stringify(tokens)).toString("base64url")}`;
    const Authorization = `Bearer ${tokens.access_token}`;
    for (const { pattern, send } of ATTEMPTS) {
      const isApi = pattern.startsWith("/api/");
      for (const credentials of isApi ? [{ Cookie }, { Authorization }] : [{ Cookie }]) {
        const extraHTTPHeaders = { ...credentials, "CF-Connecting-IP": address };
        const request = await playwright.request.newContext({ baseURL: siteUrl, extraHTTPHeaders });
        const response = await send(request, at);
        const said = `${pattern}: ${response.status()} ${await response.text()}`.slice(0, 300);
        if (response.status() === 302) {
          expect.soft(response.headers().location, said).toMatch(/^\/auth\/signin\?next=%2F/);
          expect.soft(response.headers()["set-cookie"], said).toContain("sb-127-auth-token=;");
        } else expect.soft([401, 422], said).toContain(response.status());
        if (isApi)
          expect.soft(await response.json()).toMatchObject({ code: "auth/invalid-user-token" });
        await request.dispose();
      }
      expect.soft(await readEverything(sql, subscriber), pattern).toEqual(before);
    }
  });
}

test("a session that has ended while its code was due takes no code", async ({
  context,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  const { secret, id: app } = await addApp(email);
  const tokens = await signInTokens(email);
  await sql`delete from auth.sessions where id = ${sessionIdOf(tokens)}`;
  await sql`insert into public.recovery_codes (user_id, code_hash, salt) values (${id}, 'a', 'b')`;
  const forms: Record<string, string>[] = [
    { app, code: currentCode(secret) },
    { intent: "recover", recoveryCode: "AAAA-BBBB-CCCC-DDDD" },
  ];
  for (const form of forms) {
    await signInBehind(context, email, tokens);
    const response = await context.request.post("/auth/verify", { form, maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers().location).toMatch(/^\/auth\/signin\?next=/);
  }
  expect(await sql`select from auth.mfa_factors where user_id = ${id}`).toHaveLength(1);
  expect(await sql`select from public.code_tries where user_id = ${id}`).toHaveLength(0);
});
