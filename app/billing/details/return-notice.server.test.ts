import { expect, test } from "vitest";
import { billingDate } from "~/billing/plan/billing-date";
import { formatDatedText } from "~/content/dated-text";
import { describeReturn, type ReturnFacts, type ReturnStep } from "./return-notice.server";

const now = new Date("2026-11-21T12:00:00Z");
const end = billingDate(new Date("2026-12-05T12:00:00Z"), now);
const plan: ReturnFacts["plan"] = {
  planId: "business",
  status: "active",
  planName: "Business",
  price: "$1,900 a month",
  isTrialWithoutCard: false,
  trialEnd: null,
  cancelAt: null,
  currentPeriodEnd: end,
  next: null,
};
const facts: ReturnFacts = {
  plan,
  isActive: true,
  card: "Visa ending in 4242",
  due: null,
  justCharged: null,
};
const due = { amount: "$250.00", card: facts.card, retryAt: end };
const starterNext = { ...plan, next: { planName: "Starter", price: "$40 a month" } };

test.each<[string, ReturnStep, ReturnFacts, string | null]>([
  [
    "an upgrade, with its charge and what follows",
    "business",
    { ...facts, justCharged: "$1,650.00" },
    "You’re on Business now. $1,650.00 was charged to your Visa ending in 4242. Both founders will write to plan the first session.",
  ],
  [
    "an upgrade during the trial",
    "business",
    { ...facts, plan: { ...plan, trialEnd: end } },
    "You’re on Business now. You pay nothing until your trial ends on December 5.",
  ],
  [
    "a scheduled downgrade",
    "starter",
    { ...facts, plan: starterNext },
    "You’ll switch to Starter on December 5. Until then you keep Business.",
  ],
  ["a switch that was not made with nothing", "pro", facts, null],
  [
    "a cancellation",
    "cancel",
    { ...facts, plan: { ...plan, cancelAt: end } },
    "Your plan is canceled. You keep Business until December 5.",
  ],
  ["a cancellation that was not made with nothing", "cancel", facts, null],
  ["a kept plan", "keep", facts, "You’re keeping Business. It renews on December 5."],
  [
    "a plan that could not be kept as failed",
    "keep",
    { ...facts, plan: starterNext },
    "Our payment provider didn’t accept this. Your plan is as shown below; please try again.",
  ],
  [
    "a declined upgrade with nothing: the plan's own sentence says it",
    "business",
    { ...facts, isActive: false, due },
    null,
  ],
  [
    "a plan that ended before it was kept with nothing",
    "keep",
    { ...facts, isActive: false },
    null,
  ],
  [
    "a kept trial",
    "keep",
    { ...facts, plan: { ...plan, status: "trialing", trialEnd: end } },
    "You’re keeping Business. Your trial continues until December 5.",
  ],
  ["a card step without a card with nothing", "card", { ...facts, card: null }, null],
  ["a new card", "card", facts, "Your card is updated: Visa ending in 4242."],
  [
    "a new card while a payment is due and retried",
    "card",
    { ...facts, due },
    "Your card is updated. Pay $250.00 now, or we’ll try it on December 5.",
  ],
  [
    "a new card while a payment is due and not retried",
    "card",
    { ...facts, due: { ...due, retryAt: null } },
    "Your card is updated. Pay $250.00 now to continue your plan.",
  ],
])("describes %s", (_, step, read, expected) => {
  const notice = describeReturn(step, read);
  expect(notice && formatDatedText(notice.text, "UTC")).toBe(expected);
});

test("says so when Stripe could not be read, instead of praising the step", () => {
  expect(describeReturn("business", undefined)).toMatchObject({ type: "error" });
});
