import { expect, test } from "vitest";
import { formatDatedText } from "~/ui/time/dated-text";
import { billingDate } from "../plan/billing-date";
import { describeChange, type PlanAtStripe, type PlanSnapshot } from "./return-notice.server";

const now = new Date("2026-11-21T12:00:00Z");
const end = billingDate(new Date("2026-12-05T12:00:00Z"), now);
const at = now.getTime() / 1000;
const iso = "2026-12-05T12:00:00.000Z";
const pro: PlanSnapshot = { at, status: "active", price: "pro", nextPrice: null, cancelAt: null };
const business: PlanSnapshot = { ...pro, price: "business" };
const plan: PlanAtStripe["plan"] = {
  planId: "business",
  status: "active",
  planName: "Business",
  price: "$1,900 a month",
  trialEnd: null,
  cancelAt: null,
  currentPeriodEnd: end,
  next: null,
};
const unchanged: PlanAtStripe = {
  mark: business,
  plan,
  card: "Visa ending in 4242",
  cardAddedAt: at - 100,
  due: null,
  lastPayment: { amount: "$1,650.00", paidAt: at - 100 },
};
const justPaid = { amount: "$1,650.00", paidAt: at + 10 };
const withNewCard = { ...unchanged, cardAddedAt: at + 10 };
const due = { amount: "$250.00", card: unchanged.card, retryAt: end };
const pastDue: PlanSnapshot = { ...business, status: "past_due" };
const starterNext = {
  ...unchanged,
  mark: { ...business, nextPrice: "starter" },
  plan: { ...plan, next: { planName: "Starter", price: "$40 a month" } },
};
const canceled = {
  ...unchanged,
  mark: { ...business, cancelAt: iso },
  plan: { ...plan, cancelAt: end },
};

test.each<[string, PlanSnapshot, PlanAtStripe, string | null]>([
  ["nothing, if nothing changed", business, unchanged, null],
  ["nothing of a cancellation or switch from before", canceled.mark, canceled, null],
  [
    "an upgrade, with its charge and what follows",
    pro,
    { ...unchanged, lastPayment: justPaid },
    "You’re on Business now. $1,650.00 was charged to your Visa ending in 4242. Both founders will write to plan the first session.",
  ],
  [
    "an upgrade whose charge is unknown",
    pro,
    unchanged,
    "You’re on Business now. Both founders will write to plan the first session.",
  ],
  [
    "an upgrade during the trial",
    pro,
    { ...unchanged, plan: { ...plan, trialEnd: end } },
    "You’re on Business now. You pay nothing until your trial ends on December 5.",
  ],
  [
    "a scheduled downgrade",
    business,
    starterNext,
    "You’ll switch to Starter on December 5. Until then you keep Business.",
  ],
  [
    "a cancellation",
    business,
    canceled,
    "Your plan is canceled. You keep Business until December 5.",
  ],
  [
    "a cancellation that was undone",
    canceled.mark,
    unchanged,
    "You’re keeping Business. It renews on December 5.",
  ],
  [
    "a switch that was undone, of a trial",
    starterNext.mark,
    { ...unchanged, plan: { ...plan, trialEnd: end } },
    "You’re keeping Business. Your trial continues until December 5.",
  ],
  [
    "a failed payment that went through",
    pastDue,
    { ...unchanged, lastPayment: justPaid },
    "Your payment of $1,650.00 went through. Business is active again.",
  ],
  [
    "nothing of a declined upgrade: the plan's own sentence says it",
    pro,
    { ...unchanged, mark: pastDue, due },
    null,
  ],
  ["a new card", business, withNewCard, "Your card is updated: Visa ending in 4242."],
  [
    "a new card while a payment is due and retried",
    pastDue,
    { ...withNewCard, mark: pastDue, due },
    "Your card is updated. Pay $250.00 now, or we’ll try it on December 5.",
  ],
  [
    "a new card while a payment is due and not retried",
    pastDue,
    { ...withNewCard, mark: pastDue, due: { ...due, retryAt: null } },
    "Your card is updated. Pay $250.00 now to continue your plan.",
  ],
])("describes %s", (_, before, after, expected) => {
  const notice = describeChange(before, after);
  expect(notice && formatDatedText(notice.text, "UTC")).toBe(expected);
});
