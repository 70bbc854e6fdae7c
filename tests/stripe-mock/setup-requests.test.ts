/**
 * Records the requests of `npm run setup:cloud` in a fixture, and checks both fixtures against Stripe's
 * OpenAPI description.
 */
import path from "node:path";
import { validateRequest } from "local-stripe/contract";
import { SECRET_KEY, startFixture } from "local-stripe/testing";
import { expect, test } from "vitest";
import { ensurePortal } from "../../ops/cloud/stripe-portal.ts";
import { ensurePrices } from "../../ops/cloud/stripe-prices.ts";
import { ensureWebhookEndpoint, WEBHOOK_PATH } from "../../ops/cloud/stripe-webhook.ts";
import { connectStripe } from "../../ops/lib/stripe.ts";
import { readFixture } from "./fixtures.ts";
import {
  encodeParameters,
  type RecordedRequest,
  recordRequest,
  toFixture,
} from "./recorded-request.ts";

test("setting up an account sends the requests of the fixture (renew it with `vitest run -u`)", async () => {
  const sent: RecordedRequest[] = [];
  await using fixture = await startFixture({
    prices: [],
    onApiCall: ({ method, path, parameters }) =>
      void sent.push(recordRequest(method, path, parameters)),
  });
  const stripe = connectStripe(SECRET_KEY, fixture.url);
  const storeSecret = async () => {};
  const prices = await ensurePrices(stripe, "acme");
  expect(await ensurePrices(stripe, "acme")).toEqual(prices);
  await ensureWebhookEndpoint(stripe, "https://www.example.com", storeSecret);
  fixture.control.addWebhookEndpoint({
    url: `https://old.example.com${WEBHOOK_PATH}`,
    secrets: ["whsec_old"],
    enabledEvents: ["customer.deleted"],
  });
  await ensureWebhookEndpoint(stripe, "https://old.example.com", storeSecret);
  await ensurePortal(stripe, prices);

  const file = path.join(import.meta.dirname, "setup-requests.jsonl");
  await expect(toFixture(sent)).toMatchFileSnapshot(file);
});

test.each(["product-requests.jsonl", "setup-requests.jsonl"])(
  "every request of %s is one that Stripe describes",
  (name) => {
    const requests = readFixture(name);
    expect(requests.length).toBeGreaterThan(5);
    const problems = requests.flatMap((request) =>
      validateRequest({ ...request, parameters: encodeParameters(request) }),
    );
    expect(problems).toEqual([]);
  },
);
