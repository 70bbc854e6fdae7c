/** The billing endpoints of the API. */
import type { APIRequestContext } from "@playwright/test";
import { LOCAL_PRICES } from "../../../tools/shared/settings.ts";
import { signInTokens } from "../../support/browser/accounts.ts";
import { test } from "../../support/browser/billing.ts";
import { expect } from "../../support/browser/fixtures.ts";

const CHECKOUT = "/api/stripe-create-checkout-session";
const PORTAL = "/api/stripe-create-billing-session";

/** A valid body for the site under test. */
function createBody(baseURL = "") {
  return {
    priceId: LOCAL_PRICES.pro,
    successUrl: `${baseURL}/dashboard?paid=true`,
    cancelUrl: `${baseURL}/pricing`,
  };
}

async function checkout(request: APIRequestContext, data: unknown, headers = {}) {
  const response = await request.post(CHECKOUT, { data, headers });
  return { status: response.status(), body: await response.json() };
}

test("a bearer token authenticates like the cookie; everyone else gets 401", async ({
  request,
  baseURL,
  createPerson,
}) => {
  const { access_token } = await signInTokens((await createPerson()).email);
  const Authorization = `Bearer ${access_token}`;
  expect(await checkout(request, createBody(baseURL), { Authorization })).toMatchObject({
    status: 200,
    body: { status: "success", data: { id: expect.any(String), url: expect.any(String) } },
  });
  for (const headers of [{}, { Authorization: "Bearer a.b.c" }, { Authorization: "Basic x" }]) {
    expect(await checkout(request, createBody(baseURL), headers)).toMatchObject({
      status: 401,
      body: { status: "error", data: null, code: "auth/invalid-user-token" },
    });
  }
});

test("requests of other sites, and bodies that are foreign, invalid, long or no JSON are rejected", async ({
  context,
  baseURL,
  person: _,
}) => {
  const body = createBody(baseURL);
  for (const [change, code] of [
    [{ successUrl: "https://evil.example/" }, "request/foreign-url"],
    [{ cancelUrl: "https://evil.example/" }, "request/foreign-url"],
    [{ cancelUrl: "javascript:alert(1)" }, "request/foreign-url"],
    [{ priceId: undefined }, "request/invalid"],
    [{ priceId: "" }, "request/invalid"],
    [{ priceId: "price_other" }, "billing/unknown-price"],
  ] as const) {
    const rejected = { status: 422, body: { code } };
    expect(await checkout(context.request, { ...body, ...change })).toMatchObject(rejected);
  }
  for (const path of [CHECKOUT, PORTAL]) {
    for (const [status, options] of [
      [403, { data: body, headers: { Origin: "https://evil.example" } }],
      [405, { method: "GET" }],
      [415, { form: { a: "b" } }],
      [413, { data: { text: "x".repeat(20_000) } }],
      [422, { data: Buffer.from("{"), headers: { "Content-Type": "application/json" } }],
    ] as const) {
      const response = await context.request.fetch(path, { method: "POST", ...options });
      expect(response.status(), path).toBe(status);
    }
  }
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
  const foreign = await context.request.post(PORTAL, {
    data: { returnUrl: "https://evil.example" },
  });
  expect(await foreign.json()).toMatchObject({ code: "request/foreign-url" });
  const rejected = await request.post(PORTAL, { data, headers });
  expect(rejected.status()).toBe(404);
  expect(await rejected.json()).toMatchObject({ code: "billing/no-customer" });
});
