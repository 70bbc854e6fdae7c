/** The billing endpoints of the API. */
import type { APIRequestContext } from "@playwright/test";
import { LOCAL_PRICES } from "../../../tools/settings.ts";
import { signInTokens } from "../../support/browser/accounts.ts";
import { stripe, test } from "../../support/browser/billing.ts";
import { expect } from "../../support/browser/fixtures.ts";

const CHECKOUT = "/api/stripe-create-checkout-session";
const PORTAL = "/api/stripe-create-billing-session";
const WEBHOOK = "/api/stripe-webhook";

/** A valid body for the site under test. */
function createBody(baseURL = "") {
  return {
    priceId: LOCAL_PRICES.pro as string,
    successUrl: `${baseURL}/dashboard?paid=true`,
    cancelUrl: `${baseURL}/pricing`,
  };
}

async function checkout(request: APIRequestContext, data: unknown, headers = {}) {
  const response = await request.post(CHECKOUT, { data, headers });
  return { status: response.status(), body: await response.json() };
}

test("eight concurrent calls for a new customer create one customer and one session", async ({
  context,
  baseURL,
  person,
  customerOf,
}) => {
  const calls = Array.from({ length: 8 }, () => checkout(context.request, createBody(baseURL)));
  const responses = await Promise.all(calls);
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const ids = new Set(responses.map(({ body }) => body.data.id));
  const customer = await customerOf(person);
  const sessions = (await stripe.checkout.sessions.list({ customer })).data;
  expect(sessions.map(({ id }) => id)).toEqual([...ids]);
});

test("four concurrent calls for an existing customer leave one open session", async ({
  context,
  baseURL,
  person,
  customerOf,
}) => {
  await checkout(context.request, { ...createBody(baseURL), priceId: LOCAL_PRICES.starter });
  const customer = await customerOf(person);
  const calls = Array.from({ length: 4 }, () => checkout(context.request, createBody(baseURL)));
  const responses = await Promise.all(calls);
  expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(200));
  const ids = new Set(responses.map(({ body }) => body.data.id));
  const open = (await stripe.checkout.sessions.list({ customer, status: "open" })).data;
  expect(open.map(({ id }) => id)).toEqual([...ids]);
});

test("a bearer token authenticates like the cookie", async ({ request, baseURL, createPerson }) => {
  const { email } = await createPerson();
  const { access_token } = await signInTokens(email);
  const Authorization = `Bearer ${access_token}`;
  const { status, body } = await checkout(request, createBody(baseURL), { Authorization });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "success", data: { id: expect.any(String), url: expect.any(String) } },
  });
});

test("unauthenticated calls are rejected with 401", async ({ request, baseURL }) => {
  for (const headers of [{}, { Authorization: "Bearer a.b.c" }, { Authorization: "Basic x" }]) {
    expect(await checkout(request, createBody(baseURL), headers)).toMatchObject({
      status: 401,
      body: { status: "error", data: null, code: "auth/invalid-user-token" },
    });
  }
});

test("requests from other sites and URLs of other sites are rejected", async ({
  context,
  baseURL,
  person: _,
}) => {
  const foreign = await context.request.post(CHECKOUT, {
    data: createBody(baseURL),
    headers: { Origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(403);
  for (const change of [
    { successUrl: "https://evil.example/" },
    { cancelUrl: "https://evil.example/" },
    { cancelUrl: "javascript:alert(1)" },
  ]) {
    expect(await checkout(context.request, { ...createBody(baseURL), ...change })).toMatchObject({
      status: 422,
      body: { code: "request/foreign-url" },
    });
  }
  const portal = await context.request.post(PORTAL, {
    data: { returnUrl: "https://evil.example" },
  });
  expect(await portal.json()).toMatchObject({ code: "request/foreign-url" });
});

test("an invalid body is rejected with its error code", async ({ context, baseURL, person: _ }) => {
  const { priceId: _price, ...withoutPrice } = createBody(baseURL);
  expect(await checkout(context.request, withoutPrice)).toMatchObject({
    status: 422,
    body: { code: "request/invalid" },
  });
  for (const priceId of ["price_other", ""]) {
    expect(await checkout(context.request, { ...createBody(baseURL), priceId })).toMatchObject({
      status: 422,
      body: { code: priceId === "" ? "request/invalid" : "billing/unknown-price" },
    });
  }
});

test("a second subscription is rejected", async ({ context, baseURL, subscriber: _ }) => {
  expect(await checkout(context.request, createBody(baseURL))).toMatchObject({
    status: 409,
    body: { code: "billing/already-subscribed" },
  });
});

test("the portal opens for subscribers only", async ({
  context,
  baseURL,
  subscriber: _,
  request,
  createPerson,
}) => {
  const data = { returnUrl: `${baseURL}/settings/general` };
  const opened = await context.request.post(PORTAL, { data });
  expect(await opened.json()).toMatchObject({
    data: { url: expect.stringContaining("/p/session/") },
  });

  const { access_token } = await signInTokens((await createPerson()).email);
  const headers = { Authorization: `Bearer ${access_token}` };
  const rejected = await request.post(PORTAL, { data, headers });
  expect(rejected.status()).toBe(404);
  expect(await rejected.json()).toMatchObject({ code: "billing/no-customer" });
});

for (const path of [CHECKOUT, PORTAL, WEBHOOK]) {
  test(`${path} only accepts POST`, async ({ request }) => {
    const read = await request.get(path);
    expect([read.status(), read.headers().allow]).toEqual([405, "POST"]);
    expect(await read.json()).toMatchObject({ code: "request/method-not-allowed" });
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      expect([method, (await request.fetch(path, { method })).status()]).toEqual([method, 405]);
    }
  });
}

for (const path of [CHECKOUT, PORTAL]) {
  test(`${path} only accepts small JSON bodies`, async ({ context, person: _ }) => {
    const form = await context.request.post(path, { form: { a: "b" } });
    expect(form.status()).toBe(415);
    const long = await context.request.post(path, { data: { text: "x".repeat(20_000) } });
    expect(long.status()).toBe(413);
    const broken = await context.request.post(path, {
      data: Buffer.from("{"),
      headers: { "Content-Type": "application/json" },
    });
    expect(broken.status()).toBe(400);
  });
}

test("more than ten calls a minute are rejected with Retry-After", async ({
  context,
  baseURL,
  person: _,
}) => {
  const call = () => context.request.post(CHECKOUT, { data: createBody(baseURL) });
  let response = await call();
  // The limit's minute may turn in between.
  for (let count = 1; count < 21 && response.ok(); count += 1) response = await call();
  expect(response.status()).toBe(429);
  expect(response.headers()["retry-after"]).toBe("60");
  expect(await response.json()).toMatchObject({ code: "request/rate-limited" });
});
