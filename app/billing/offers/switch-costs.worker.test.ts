import { expect, test } from "vitest";
import { type DatedText, formatDatedText } from "~/content/dated-text";
import { escapeRegExp, PRICES } from "../../../tests/support/plans";
import {
  callStripeControl,
  createSubscriber,
  openBilling,
} from "../../../tests/support/worker/billing";
import { readSwitchCosts } from "./switch-costs.server";

const { platform, stripe, prices } = openBilling();

const DAY_S = 86_400;

const format = (text: DatedText | undefined) => formatDatedText(text ?? [], "UTC");

test("the cost of an upgrade equals what Stripe then invoices", async () => {
  const person = await createSubscriber(platform, "starter");
  const { customerId: customer, subscriptionId } = person;
  await callStripeControl(platform, "advance", { customer, seconds: 15 * DAY_S });
  const costs = await readSwitchCosts(platform, person, ["pro", "business"]);
  expect(format(costs.business)).toMatch(
    new RegExp(
      String.raw`^Today you pay \$[\d,]+\.\d\d until \w+ \d+(, \d{4})?, then ${escapeRegExp(PRICES.business.monthly)}\.$`,
    ),
  );
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item?.id ?? "", price: prices.pro }],
    proration_behavior: "always_invoice",
  });
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const previewed = Number(/\$([\d.]+)/.exec(format(costs.pro))?.[1]);
  // The proration decreases by the second.
  expect(Math.abs(previewed - (invoice?.amount_due ?? 0) / 100)).toBeLessThan(0.2);
  const halfDifference = (PRICES.pro.cents - PRICES.starter.cents) / 2 / 100;
  expect(previewed).toBeGreaterThan(0.8 * halfDifference);
});

test("no cost is shown when Stripe does not respond in time", async () => {
  const person = await createSubscriber(platform, "starter");
  const path = `/v1/subscriptions/${person.subscriptionId}`;
  await callStripeControl(platform, "faults", { path, hangMs: 6_000, times: 2 });
  expect(await readSwitchCosts(platform, person, ["pro"])).toEqual({});
});
