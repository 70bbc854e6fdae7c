import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { readSubscription, type StoredSubscription } from "./subscription";
import { SubscriptionSummary } from "./subscription-summary";

const catalogue = {
  prices: { starter: "price_s", pro: "price_p", business: "price_b" },
  products: { starter: "prod_s", pro: "prod_p", business: "prod_b" },
};
const none: StoredSubscription = {
  stripePriceId: null,
  stripeProductId: null,
  stripeSubscriptionStatus: null,
  currentPeriodEnd: null,
  trialEnd: null,
  cancelAt: null,
  trialUsedAt: null,
};
const pro = {
  ...none,
  stripePriceId: "price_p",
  stripeSubscriptionStatus: "active",
  currentPeriodEnd: new Date("2026-12-24T00:00:00Z"),
};
const soon = new Date("2026-12-04T12:00:00Z");

/** The summary's words, without its markup. */
function summaryOf(stored: StoredSubscription): string {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SubscriptionSummary subscription={readSubscription(stored, catalogue)} />
    </MemoryRouter>,
  );
  return html.replaceAll(/<a [^>]*href="([^"]*)"[^>]*>/g, "[$1] ").replaceAll(/<[^>]*>/g, "");
}

test.each<[string, StoredSubscription, string]>([
  ["nothing", none, "You have no plan yet. [/pricing] See the plans"],
  [
    "an ended plan",
    { ...pro, stripeSubscriptionStatus: "canceled" },
    "Your plan has ended. [/pricing] See the plans",
  ],
  ["an active plan", pro, "Pro plan renews on December 24, 2026 (UTC)."],
  [
    "a trial",
    { ...pro, stripeSubscriptionStatus: "trialing", trialEnd: soon },
    "Pro plan trial ends on December 4, 2026 (UTC), then the first month is charged.",
  ],
  [
    "a cancelled plan that still runs",
    { ...pro, cancelAt: soon },
    "Pro plan cancels on December 4, 2026 (UTC). Until then nothing changes. [/settings/billing] Keep the plan",
  ],
  [
    "a cancelled trial",
    { ...pro, stripeSubscriptionStatus: "trialing", trialEnd: soon, cancelAt: soon },
    "Pro plan cancels on December 4, 2026 (UTC). Until then nothing changes. [/settings/billing] Keep the plan",
  ],
  [
    "a failed payment",
    { ...pro, stripeSubscriptionStatus: "past_due" },
    "Pro plan is past due: the last payment failed, and the plan rests until it is paid. [/settings/billing] Update your card",
  ],
  [
    "a paused plan",
    { ...pro, stripeSubscriptionStatus: "paused" },
    "Pro plan is paused: the trial ended without a card. [/settings/billing] Add a card",
  ],
  [
    "a status that Stripe added later",
    { ...pro, stripeSubscriptionStatus: "on_hold" },
    "Pro plan has the status “on_hold”, which we do not know yet, and rests. [/settings/billing] See what the payment service says",
  ],
  [
    "a price that is not configured",
    { ...pro, stripePriceId: "price_old" },
    "Your plan renews on December 24, 2026 (UTC).",
  ],
])("the summary of %s says what happens next", (_, stored, words) => {
  expect(summaryOf(stored)).toBe(words);
});
