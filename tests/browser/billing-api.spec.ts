/** The product's API for billing, called without a browser's help. */
import type { APIRequestContext } from "@playwright/test";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import { signInTokens } from "../support/account-fixtures.ts";
import { stripe, test } from "../support/billing-fixtures.ts";
import { expect } from "../support/fixtures.ts";

const CHECKOUT = "/api/stripe-create-checkout-session";
const PORTAL = "/api/stripe-create-billing-session";
const WEBHOOK = "/api/stripe-webhook";

/** Valid for the site under test. */
function order(baseURL = "") {
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

test("eight calls at once for a new customer: one customer, one session, eight answers", async ({
  context,
  baseURL,
  person,
  customerOf,
}) => {
  const calls = Array.from({ length: 8 }, () => checkout(context.request, order(baseURL)));
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const ids = new Set(answers.map(({ body }) => body.data.id));
  const customer = await customerOf(person);
  const sessions = (await stripe.checkout.sessions.list({ customer })).data;
  expect(sessions.map(({ id }) => id)).toEqual([...ids]);
});

test("four calls at once for a known customer: one open session", async ({
  context,
  baseURL,
  person,
  customerOf,
}) => {
  await checkout(context.request, { ...order(baseURL), priceId: LOCAL_PRICES.starter });
  const customer = await customerOf(person);
  const calls = Array.from({ length: 4 }, () => checkout(context.request, order(baseURL)));
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  const ids = new Set(answers.map(({ body }) => body.data.id));
  const open = (await stripe.checkout.sessions.list({ customer, status: "open" })).data;
  expect(open.map(({ id }) => id)).toEqual([...ids]);
});

test("a bearer token is as good as the cookie", async ({ request, baseURL, createPerson }) => {
  const { email } = await createPerson();
  const { access_token } = await signInTokens(email);
  const Authorization = `Bearer ${access_token}`;
  const { status, body } = await checkout(request, order(baseURL), { Authorization });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "success", data: { id: expect.any(String), url: expect.any(String) } },
  });
});

test("nobody in particular is refused with 401", async ({ request, baseURL }) => {
  for (const headers of [{}, { Authorization: "Bearer a.b.c" }, { Authorization: "Basic x" }]) {
    expect(await checkout(request, order(baseURL), headers)).toMatchObject({
      status: 401,
      body: { status: "error", data: null, code: "auth/invalid-user-token" },
    });
  }
});

test("other sites are refused, and so are pages of other sites", async ({
  context,
  baseURL,
  person: _,
}) => {
  const foreign = await context.request.post(CHECKOUT, {
    data: order(baseURL),
    headers: { Origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(403);
  for (const change of [
    { successUrl: "https://evil.example/" },
    { cancelUrl: "https://evil.example/" },
    { cancelUrl: "javascript:alert(1)" },
  ]) {
    expect(await checkout(context.request, { ...order(baseURL), ...change })).toMatchObject({
      status: 422,
      body: { code: "request/foreign-url" },
    });
  }
  const portal = await context.request.post(PORTAL, {
    data: { returnUrl: "https://evil.example" },
  });
  expect(await portal.json()).toMatchObject({ code: "request/foreign-url" });
});

test("what is no order is refused in words", async ({ context, baseURL, person: _ }) => {
  const { priceId: _price, ...withoutPrice } = order(baseURL);
  expect(await checkout(context.request, withoutPrice)).toMatchObject({
    status: 422,
    body: { code: "request/invalid" },
  });
  for (const priceId of ["price_other", ""]) {
    expect(await checkout(context.request, { ...order(baseURL), priceId })).toMatchObject({
      status: 422,
      body: { code: priceId === "" ? "request/invalid" : "billing/unknown-price" },
    });
  }
});

test("a second subscription is refused", async ({ context, baseURL, subscriber: _ }) => {
  expect(await checkout(context.request, order(baseURL))).toMatchObject({
    status: 409,
    body: { code: "billing/already-subscribed" },
  });
});

test("the portal opens for subscribers and for nobody else", async ({
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
  const refused = await request.post(PORTAL, { data, headers });
  expect(refused.status()).toBe(404);
  expect(await refused.json()).toMatchObject({ code: "billing/no-customer" });
});

for (const path of [CHECKOUT, PORTAL, WEBHOOK]) {
  test(`${path} takes POST alone`, async ({ request }) => {
    const read = await request.get(path);
    expect([read.status(), read.headers().allow]).toEqual([405, "POST"]);
    expect(await read.json()).toMatchObject({ code: "request/method-not-allowed" });
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      expect([method, (await request.fetch(path, { method })).status()]).toEqual([method, 405]);
    }
  });
}

for (const path of [CHECKOUT, PORTAL]) {
  test(`${path} takes short JSON alone`, async ({ context, person: _ }) => {
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

test("after ten calls in a minute the next is asked to wait", async ({
  context,
  baseURL,
  person: _,
}) => {
  for (let count = 0; count < 10; count += 1) await checkout(context.request, order(baseURL));
  const response = await context.request.post(CHECKOUT, { data: order(baseURL) });
  expect(response.status()).toBe(429);
  expect(response.headers()["retry-after"]).toBe("60");
  expect(await response.json()).toMatchObject({ code: "request/rate-limited" });
});
