/** Times what a distant buyer and subscriber wait for: HTTP requests, until the response is complete. */
import assert from "node:assert/strict";
import { submitForm, TEST_CARD } from "local-stripe/testing";
import { sessionCookie } from "../support/auth-server.ts";
import { expireTokens } from "../support/browser/accounts.ts";
import type { Product } from "../support/product.ts";
import { createOwner } from "./accounts.ts";
import { type Client, type ClientRequest, createClient } from "./client.ts";
import { addItems } from "./items.ts";

const WARM_UP = 3;
export const ROUNDS = 25;

export const LIVE_TOKEN = "`/dashboard`";
export const EXPIRED_TOKEN = "`/dashboard`, expired token";

/** Milliseconds by request. Each round sends all requests, so that other load affects all equally. */
export async function timeVisits(product: Product): Promise<Client["times"]> {
  // Stripe's webhooks must not arrive before the buyer is back.
  const hold = JSON.stringify({ hold: true });
  const control = `http://127.0.0.1:${product.ports.stripe}/_local/delivery`;
  await fetch(control, { method: "POST", body: hold });
  const client = createClient(product.siteUrl);
  const warmUp = createClient(product.siteUrl);
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    await visitAll(product, round < WARM_UP ? warmUp : client, `192.0.2.${round}`);
  }
  return client.times;
}

/** A new account's way from the home page to a plan. `address` keeps it below the rate limits. */
async function visitAll(product: Product, client: Client, address: string): Promise<void> {
  const { id, account, tokens, cookie } = await createOwner(product);
  await addItems(product, id, 25);
  const expired = sessionCookie(await expireTokens(tokens, product));
  const visit = async (name: string, request: ClientRequest, expected: RegExp) => {
    const headers = { "CF-Connecting-IP": address };
    const response = await client.send(name, { headers, ...request });
    assert.match(response.headers.get("Location") ?? response.text, expected, name);
    return response;
  };
  await visit("`/`, first visit", { path: "/" }, /<h1/);
  await visit("sign-in", { path: "/auth/signin", form: account }, /^\/dashboard$/);
  await visit(LIVE_TOKEN, { path: "/dashboard", cookie }, /Signed in as/);
  const morning = await visit(
    EXPIRED_TOKEN,
    { path: "/dashboard", cookie: expired },
    /Signed in as/,
  );
  assert.ok(morning.headers.get("Set-Cookie"), "the token was refreshed");
  const path = "/purchase/pro";
  await visit("`/purchase/pro`", { path, cookie }, /<form/);
  const bought = await visit(
    "checkout, to Stripe's page",
    { path, cookie, form: { account: id } },
    /^http/,
  );
  const checkout = bought.headers.get("Location");
  await submitForm(checkout, TEST_CARD);
  const session = /cs_\w+/.exec(checkout ?? "")?.[0];
  const back = {
    path: `/dashboard?paid=true&session=${session}`,
    cookie,
    redirect: "follow",
  } as const;
  await visit("back from checkout, before the webhook", back, /Pro trial/);
}
