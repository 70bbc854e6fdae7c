import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  createCheckoutSession,
  createSubscription,
  startFixture,
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
  const open = await createCheckoutSession(before.stripe, { locale: "de" });
  const coupon = await before.stripe.coupons.create({ percent_off: 20 });
  before.control.advance(DAY / 2);
  const { now } = before.control.status();
  await before.service.close();

  await using after = await startFixture({ stateFile, seed: 1 });
  expect(after.control.status().now).toBeGreaterThanOrEqual(now);
  expect(await after.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "trialing",
    trial_end: subscription.trial_end,
  });
  const { coupons, checkout } = after.stripe;
  expect(await coupons.retrieve(coupon.id)).toEqual(coupon);
  expect(await checkout.sessions.retrieve(open.id)).toMatchObject({ locale: "de" });
  expect(after.control.events()).toHaveLength(before.control.events().length);
  expect((await createSubscription(after)).id).toBe(subscription.id);
  expect((await after.stripe.customers.create()).id).not.toBe(subscription.customer);
  const page = `${after.url}/c/pay/${open.id}`;
  expect((await submitForm(page, { ...TEST_CARD, email: "bo@example.com" })).status).toBe(303);
});

test("the error for an invalid file names it", async () => {
  const stateFile = path.join(path.dirname(await temporaryFile()), "..", "broken.json");
  await writeFile(stateFile, '{"version":0}');
  await expect(startFixture({ stateFile })).rejects.toThrow(
    /broken\.json was written by an incompatible version/,
  );
});
