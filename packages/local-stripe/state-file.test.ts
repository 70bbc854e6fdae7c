import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  createCheckoutSession,
  createSubscription,
  startFixture,
  startWebhookReceiver,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stripe-state-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, "nested", "stripe.json");
}

test("customers, subscriptions, sessions, events, and the clock survive a restart", async () => {
  const stateFile = await temporaryFile();
  const before = await startFixture({ stateFile, seed: 1 });
  const subscription = await createSubscription(before, { trialDays: 14 });
  const open = await createCheckoutSession(before.stripe);
  before.control.advance(DAY / 2);
  const { now } = before.control.status();
  await before.service.close();

  await using after = await startFixture({ stateFile, seed: 1 });
  expect(after.control.status().now).toBeGreaterThanOrEqual(now);
  expect(await after.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "trialing",
    trial_end: subscription.trial_end,
  });
  expect(after.control.events()).toHaveLength(before.control.events().length);
  expect((await createSubscription(after)).id).toBe(subscription.id);
  expect((await after.stripe.customers.create()).id).not.toBe(subscription.customer);
  const page = `${after.url}/c/pay/${open.id}`;
  expect((await submitForm(page, { ...TEST_CARD, email: "bo@example.com" })).status).toBe(303);
});

test("a changed catalog price applies to new subscriptions, and existing ones keep the old price", async () => {
  const stateFile = await temporaryFile();
  const offer = {
    id: "price_tea",
    product: "prod_tea",
    productName: "Tea",
    lookupKey: "tea_monthly",
    currency: "usd",
    interval: "month",
  } as const;
  const before = await startFixture({ stateFile, prices: [{ ...offer, unitAmount: 4_000 }] });
  const order = { name: "Ann Example", priceId: offer.id };
  const ann = { ...order, email: "ann@example.com", metadata: { user: "ann" } };
  const { id } = before.control.seedSubscription(ann);
  await before.service.close();

  await using after = await startFixture({ stateFile, prices: [{ ...offer, unitAmount: 5_000 }] });
  const { data } = await after.stripe.prices.list({ lookup_keys: ["tea_monthly"] });
  expect(data).toMatchObject([{ id: offer.id, unit_amount: 5_000 }]);
  const kept = (await after.stripe.subscriptions.retrieve(id)).items.data[0]?.price;
  expect(kept).toMatchObject({ unit_amount: 4_000, active: false, product: "prod_tea" });
  const bo = { ...order, email: "bo@example.com", metadata: { user: "bo" } };
  const bought = after.control.seedSubscription(bo);
  expect(bought.items.data[0]?.price.unit_amount).toBe(5_000);
});

test("configured endpoints replace those of the last run", async () => {
  const stateFile = await temporaryFile();
  await using receiver = await startWebhookReceiver();
  const before = await startFixture({
    stateFile,
    webhookEndpoints: [
      { url: "http://127.0.0.1:9/old", secrets: ["whsec_old"] },
      { url: "http://127.0.0.1:9/older", secrets: ["whsec_older"] },
    ],
  });
  await before.stripe.customers.create();
  await before.service.close();
  await using after = await startFixture({
    stateFile,
    webhookEndpoints: [{ url: receiver.url, secrets: ["whsec_new"] }],
  });
  const { data } = await after.stripe.webhookEndpoints.list();
  expect(data.map(({ url }) => url)).toEqual([receiver.url]);
});

test("the error for an invalid file names it", async () => {
  const stateFile = path.join(path.dirname(await temporaryFile()), "..", "broken.json");
  await writeFile(stateFile, '{"version":0}');
  await expect(startFixture({ stateFile })).rejects.toThrow(
    /broken\.json was written by an incompatible version/,
  );
});
