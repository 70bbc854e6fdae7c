import { expect, test } from "vitest";
import { formatDatedText } from "~/ui/time/dated-text";
import { billingDate } from "./billing-date";
import { describePlan, type PaymentDue, type PlanFacts } from "./plan-status.server";

const now = new Date("2026-11-21T12:00:00Z");
const end = billingDate(new Date("2026-12-05T08:00:00Z"), now);
const none: PlanFacts = {
  status: null,
  planName: null,
  price: null,
  trialEnd: null,
  cancelAt: null,
  currentPeriodEnd: null,
  next: null,
};
const due = { amount: "$250.00", card: "Visa ending in 4242", retryAt: end };
const pro: PlanFacts = {
  ...none,
  status: "active",
  planName: "Pro",
  price: "$250 a month",
  currentPeriodEnd: end,
};
const trial: PlanFacts = { ...pro, status: "trialing", trialEnd: end };

test.each<[string, PlanFacts, string]>([
  ["no plan", none, "You don’t have a plan yet. [View plans]"],
  ["a trial", trial, "You’re on the Pro trial until December 5. Then $250 a month."],
  [
    "a canceled trial",
    { ...trial, cancelAt: end },
    "You’re on the Pro trial until December 5. It’s canceled and won’t turn into a paid plan. [Keep Pro]",
  ],
  ["an active plan", pro, "You’re on the Pro plan, $250 a month. It renews on December 5."],
  [
    "a canceled plan",
    { ...pro, cancelAt: end },
    "You’re on the Pro plan until December 5. It’s canceled and won’t renew. [Keep Pro]",
  ],
  [
    "a scheduled downgrade",
    { ...pro, next: { planName: "Starter", price: "$40 a month" } },
    "You’re on the Pro plan until December 5. Then Starter, $40 a month. [Keep Pro]",
  ],
  [
    "a scheduled price that is not on sale",
    { ...pro, next: { planName: null, price: null } },
    "You’re on the Pro plan until December 5. Then a different price. [Keep Pro]",
  ],
  [
    "a failed payment",
    { ...pro, status: "past_due" },
    "! The last payment for your Pro plan failed. The plan is paused until the invoice is paid. [Pay the invoice]",
  ],
  [
    "a payment that is no longer retried",
    { ...pro, status: "unpaid" },
    "! Your Pro plan is paused until the invoice is paid. We won’t charge your card again automatically, so please update it and pay the invoice. [Pay the invoice]",
  ],
  [
    "a paused plan",
    { ...pro, status: "paused" },
    "! Your Pro plan is paused because the trial ended without a card. You are not being charged. [Add a card]",
  ],
  [
    "an incomplete first payment",
    { ...pro, status: "incomplete" },
    "! Your Pro plan hasn’t started because the first payment isn’t complete. [Pay the invoice]",
  ],
  [
    "an expired first payment",
    { ...pro, status: "incomplete_expired" },
    "Your Pro plan never started because the first payment wasn’t made in time. [View plans]",
  ],
  [
    "an ended plan",
    { ...pro, status: "canceled", currentPeriodEnd: null },
    "Your Pro plan has ended. [View plans]",
  ],
  [
    "a status that Stripe added later",
    { ...pro, status: "on_hold" },
    "! Your Pro plan is paused. Our payment provider reports the status “on_hold”, which we don’t recognize yet. [Open the billing portal]",
  ],
  [
    "a price that is not on sale",
    { ...trial, price: null },
    "You’re on the Pro trial until December 5.",
  ],
  [
    "a subscription to another product",
    { ...pro, planName: null, price: "$90 every 3 months" },
    "You’re on your plan, $90 every 3 months. It renews on December 5.",
  ],
  [
    "a plan without a period end",
    { ...pro, currentPeriodEnd: null },
    "You’re on the Pro plan, $250 a month.",
  ],
])("describes %s, with the next step", (_, state, expected) => {
  const { text, action, requiresAction } = describePlan(state);
  expect(
    `${requiresAction ? "! " : ""}${formatDatedText(text, "UTC")}${action ? ` [${action.label}]` : ""}`,
  ).toBe(expected);
});

test.each<[string, string, PaymentDue, string]>([
  [
    "a failed payment that is retried",
    "past_due",
    due,
    "The last payment for your Pro plan ($250.00) failed. We’ll try your Visa ending in 4242 again on December 5. The plan is paused until the invoice is paid.",
  ],
  [
    "a failed payment that is not retried",
    "past_due",
    { ...due, retryAt: null },
    "The last payment for your Pro plan ($250.00) failed. We won’t charge your Visa ending in 4242 again automatically. The plan is paused until the invoice is paid.",
  ],
  [
    "a failed payment without a card",
    "past_due",
    { ...due, card: null },
    "The last payment for your Pro plan ($250.00) failed. No card is stored to charge again. The plan is paused until the invoice is paid.",
  ],
  [
    "an unpaid invoice without a card",
    "unpaid",
    { ...due, card: null, retryAt: null },
    "Your Pro plan is paused until the invoice ($250.00) is paid. No card is stored to charge, so please pay the invoice.",
  ],
  [
    "an incomplete first payment",
    "incomplete",
    due,
    "Your Pro plan hasn’t started because the first payment ($250.00) isn’t complete.",
  ],
  ["nothing for another status", "canceled", due, "Your Pro plan has ended."],
])(
  "with Stripe's details, states the amount, card and next try of %s",
  (_, status, payment, expected) => {
    const { text } = describePlan({ ...pro, status }, payment);
    expect(formatDatedText(text, "UTC")).toBe(expected);
  },
);
