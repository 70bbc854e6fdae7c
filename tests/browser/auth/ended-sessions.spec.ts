/**
 * The access token of an ended session has no effect before it expires. A banned user's:
 * live-session.worker.test.ts.
 */
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { LOCAL_PRICES } from "../../../tools/shared/settings.ts";
import { sessionCookie, sessionCookieName } from "../../support/auth-server.ts";
import { signInTokens, signInWithTokens, type Tokens } from "../../support/browser/accounts.ts";
import { test } from "../../support/browser/billing.ts";
import { readEverything, sessionIdOf } from "../../support/browser/everything.ts";
import { expect } from "../../support/browser/fixtures.ts";
import { listAccountExamples, ROW_ID, readRouteGuards } from "../../support/routes/route-table.ts";

const NEW_PASSWORD = "an-ended-session-9";

type Fields = Readonly<Record<string, string>>;

interface Attempt {
  readonly pattern: string;
  readonly send: (request: APIRequestContext, at: Surroundings) => Promise<APIResponse>;
}

interface Surroundings {
  readonly account: string;
  readonly siteUrl: string;
  readonly otherSession: string;
  readonly phrase: string;
}

const code = { app: crypto.randomUUID(), code: "123456" };

/** Forms by route pattern. */
const FORMS: readonly [pattern: string, form: (at: Surroundings) => Fields][] = [
  ...["/settings/general", "/settings/:section"].flatMap((pattern) =>
    [
      () => ({ name: "Renamed", email: "other@example.com" }),
      () => ({ intent: "resend-email" }),
      () => ({ intent: "cancel-email-change" }),
    ].map((form): [string, () => Fields] => [pattern, form]),
  ),
  ["/settings/password", () => ({ password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })],
  ["/auth/changepass", () => ({ password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })],
  ["/settings/passkeys", () => ({ intent: "start" })],
  ["/settings/passkeys", () => ({ intent: "rename", passkey: crypto.randomUUID(), name: "Phone" })],
  ["/settings/passkeys", () => ({ intent: "remove", passkey: crypto.randomUUID() })],
  ["/settings/two-step", () => ({ intent: "set-up", name: "Phone" })],
  ["/settings/two-step", () => ({ intent: "confirm", secret: "ABCDEFGHABCDEFGH", ...code })],
  ["/settings/two-step", () => ({ intent: "remove", appId: crypto.randomUUID(), ...code })],
  ["/settings/two-step", () => ({ intent: "generate-codes", ...code })],
  ["/settings/devices", ({ otherSession }) => ({ intent: "one", device: otherSession })],
  ["/settings/devices", () => ({ intent: "others" })],
  ["/purchase/:plan", () => ({})],
  ["/account/keep-plan", () => ({})],
  ["/account/delete", ({ phrase }) => ({ confirmation: phrase })],
];

const READS = [
  "/settings/devices",
  "/account/export",
  "/settings/billing",
  "/account/billing/return",
];

const PATHS: Readonly<Record<string, string>> = {
  "/settings/:section": "/settings/anything",
  "/purchase/:plan": "/purchase/pro",
};

/** API request bodies by route pattern. */
const CALLS: readonly [pattern: string, data: (at: Surroundings) => Fields][] = [
  [
    "/api/stripe-create-checkout-session",
    ({ siteUrl }) => ({
      priceId: LOCAL_PRICES.starter,
      successUrl: `${siteUrl}/dashboard?paid=true`,
      cancelUrl: `${siteUrl}/pricing`,
    }),
  ],
  [
    "/api/stripe-create-billing-session",
    ({ siteUrl }) => ({ returnUrl: `${siteUrl}/settings/general` }),
  ],
];

/** Every request that writes, exports or opens a page at Stripe. */
const ATTEMPTS: readonly Attempt[] = [
  ...FORMS.map(
    ([pattern, form]): Attempt => ({
      pattern,
      send: (request, at) =>
        request.post(PATHS[pattern] ?? pattern, {
          form: { account: at.account, ...form(at) },
          maxRedirects: 0,
        }),
    }),
  ),
  ...READS.map(
    (path): Attempt => ({
      pattern: path.replace(/\?.*/, ""),
      send: (request) => request.get(path, { maxRedirects: 0 }),
    }),
  ),
  ...CALLS.map(
    ([pattern, data]): Attempt => ({
      pattern,
      send: (request, at) => request.post(pattern, { data: data(at) }),
    }),
  ),
];

/** Guards that reject an ended session. */
const STOPS_ENDED_SESSIONS = /^(live session|Supabase Auth)/;

/** Account pages without a row: their guard is "live session", tested with the forms they show. */
const UNDOCUMENTED = listAccountExamples().filter(
  ({ pattern, isRestricted }) => !isRestricted && !readRouteGuards().has(pattern),
);

test("every route with such a guard is tested below", () => {
  const guarded = [...readRouteGuards()].filter(([, guard]) => STOPS_ENDED_SESSIONS.test(guard));
  // The code page is tested in verify-code.worker.test.ts and recover.worker.test.ts.
  const tested = new Set([...ATTEMPTS.map(({ pattern }) => pattern), "/auth/verify"]);
  expect(guarded.map(([pattern]) => pattern).toSorted()).toEqual([...tested].toSorted());
});

test("a session that has been signed out changes, exports and opens nothing", async ({
  playwright,
  subscriber,
  sql,
  baseURL,
  address,
}) => {
  const tokens = await signInTokens(subscriber.email);
  const otherSession = sessionIdOf(await signInTokens(subscriber.email));
  await sql`delete from auth.sessions where id = ${sessionIdOf(tokens)}`;
  const before = await readEverything(sql, subscriber);
  const siteUrl = baseURL ?? "";
  const at = { account: subscriber.id, siteUrl, otherSession, phrase: subscriber.email };

  const Cookie = sessionCookie(tokens);
  for (const { pattern, send } of ATTEMPTS) {
    const isApi = pattern.startsWith("/api/");
    for (const name of isApi ? ["Cookie", "Authorization"] : ["Cookie"]) {
      const extraHTTPHeaders = {
        [name]: name === "Cookie" ? Cookie : `Bearer ${tokens.access_token}`,
        "CF-Connecting-IP": address,
      };
      const request = await playwright.request.newContext({ baseURL: siteUrl, extraHTTPHeaders });
      const response = await send(request, at);
      const said = `${pattern}: ${response.status()} ${await response.text()}`.slice(0, 300);
      if (isApi) {
        expect.soft(response.status(), said).toBe(401);
        expect.soft(await response.json()).toMatchObject({ code: "auth/invalid-user-token" });
      } else {
        expect.soft(response.status(), said).toBe(302);
        expect.soft(response.headers().location, said).toMatch(/^\/auth\/signin\?next=%2F/);
        expect
          .soft(response.headers()["set-cookie"], said)
          .toContain(`${sessionCookieName(tokens)}=;`);
      }
      await request.dispose();
    }
    expect.soft(await readEverything(sql, subscriber), pattern).toEqual(before);
  }
});

test("a session that has been signed out reads no page of the account area", async ({
  playwright,
  subscriber,
  sql,
  baseURL,
  address,
}) => {
  const tokens = await signInTokens(subscriber.email);
  const extraHTTPHeaders = { Cookie: sessionCookie(tokens), "CF-Connecting-IP": address };
  const request = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    extraHTTPHeaders,
  });
  const read = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0, headers: extraHTTPHeaders });
    return { status: response.status(), text: await response.text(), to: response.headers() };
  };
  const hasPlan = async () => (await read("/pricing")).text.includes("Your plan");
  expect(await hasPlan()).toBe(true);
  await sql`delete from auth.sessions where id = ${sessionIdOf(tokens)}`;
  const paths = listAccountExamples().map(({ path }) => path.replace(ROW_ID, subscriber.id));
  for (const path of paths) {
    const { status, text, to } = await read(path);
    const advice = `${path} needs a loader that reads with readAsUser`;
    expect.soft(status, `${advice}: ${text.slice(0, 300)}`).toBe(302);
    expect.soft(to.location, path).toMatch(/^\/auth\/signin\?next=%2F.*problem=/);
    const data = await read(path.replace(/(\?|$)/, ".data$1"));
    expect.soft(data.status, `${path}: ${data.text.slice(0, 300)}`).toBe(202);
    expect.soft(data.text, path).toContain("/auth/signin?next=");
  }
  expect(await hasPlan()).toBe(false);
  await request.dispose();
});

/** What a person could type into an empty field, by its type. */
const TYPED: Fields = {
  date: "2030-01-31",
  "datetime-local": "2030-01-31T12:00",
  email: "example@example.com",
  month: "2030-01",
  number: "1",
  range: "1",
  tel: "+41 44 000 00 00",
  time: "12:00",
  url: "https://example.com/",
  week: "2030-W05",
};

/** The fields of each form on the open page, with an example in those that are empty. A file is left out. */
function readForms(page: Page): Promise<Fields[]> {
  return page.locator("main form[method=post]").evaluateAll((forms, typed) => {
    const exampleFor = (field: Element | RadioNodeList | null): string => {
      if (field instanceof HTMLSelectElement)
        return [...field.options].find(({ value }) => value !== "")?.value ?? "";
      if (!(field instanceof HTMLInputElement)) return "Example";
      return typed[field.type] ?? "Example";
    };
    return forms.flatMap((form) => {
      if (!(form instanceof HTMLFormElement)) return [];
      const data = [...new FormData(form, form.querySelector("button"))];
      const texts = data.filter(([, value]) => typeof value === "string");
      return [
        Object.fromEntries(
          texts.map(([name, value]) => [
            name,
            String(value || exampleFor(form.elements.namedItem(name))),
          ]),
        ),
      ];
    });
  }, TYPED);
}

// The general settings are here so that the template runs this test, too.
for (const example of ["/settings/general", ...UNDOCUMENTED.map(({ path }) => path)]) {
  test(`the forms of ${example} work, and change nothing for an ended session`, async ({
    page,
    subscriber,
    sql,
  }) => {
    const live = await signInTokens(subscriber.email);
    const ended = await signInTokens(subscriber.email);
    await sql`delete from auth.sessions where id = ${sessionIdOf(ended)}`;
    const path = example.replace(ROW_ID, subscriber.id);
    const submit = async (form: Fields, tokens: Tokens) => {
      await signInWithTokens(page.context(), subscriber.email, tokens);
      return page.request.post(path, { form, maxRedirects: 0 });
    };
    const opened = await page.goto(path);
    expect(opened?.status(), "createPerson has to add the row that this page shows").toBe(200);
    // The second time there are also the forms of what the first ones have added.
    for (const _ of ["first", "second"]) {
      await page.goto(path);
      const forms = await readForms(page);
      // Requests of an open page would change the cookies, too.
      await page.goto("about:blank");
      const before = await readEverything(sql, subscriber);
      for (const form of forms) {
        const { location } = (await submit(form, ended)).headers();
        const advice = `${path} needs an action that takes its owner from requireLiveSession`;
        expect(location, `${advice}: ${JSON.stringify(form)}`).toMatch(/^\/auth\/signin\?next=/);
      }
      expect(await readEverything(sql, subscriber)).toEqual(before);
      for (const form of forms) {
        const response = await submit(form, live);
        const said = `${JSON.stringify(form)}: ${await response.text()}`;
        // A form may reject the example: what matters is that it answers.
        if (response.status() !== 422) expect(response.status(), said).toBeLessThan(400);
        expect(response.headers().location ?? "", said).not.toContain("/auth/");
      }
    }
  });
}
