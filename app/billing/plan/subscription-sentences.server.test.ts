import { expect, test } from "vitest";
import { LOWEST_PRICE } from "~/content/plans";
import { formatDatedText } from "~/ui/time/dated-text";
import { PLAN_NAMES } from "../../../tests/support/plans";
import { billingDate } from "./billing-date";
import {
  describeDeletion,
  describeSubscription,
  type SubscriptionFacts,
} from "./subscription-sentences.server";

const now = new Date("2026-11-21T12:00:00Z");
const end = billingDate(new Date("2026-12-05T08:00:00Z"), now);
const later = billingDate(new Date("2027-03-05T08:00:00Z"), now);
const none: SubscriptionFacts = {
  status: null,
  statusDetail: null,
  amountDue: null,
  planId: null,
  planName: null,
  price: null,
  trialEnd: null,
  cancelAt: null,
  currentPeriodEnd: null,
  next: null,
};
const pro: SubscriptionFacts = {
  ...none,
  status: "active",
  planName: "Pro",
  price: "$250 a month",
  currentPeriodEnd: end,
};
const trial: SubscriptionFacts = { ...pro, status: "trialing", trialEnd: end };

test.each<[string, SubscriptionFacts, string]>([
  [
    "no plan",
    none,
    `You don’t have a plan yet. Plans start at ${LOWEST_PRICE}, and the first 14 days are free. [View plans]`,
  ],
  ["a trial", trial, "You’re on the Pro trial until December 5. Then $250 a month."],
  [
    "a canceled trial",
    { ...trial, cancelAt: end },
    "You’re on the Pro trial until December 5. It’s canceled and won’t turn into a paid plan. The work it covers ends that day. [Keep Pro]",
  ],
  ["an active plan", pro, "You’re on the Pro plan, $250 a month. It renews on December 5."],
  [
    "a canceled plan",
    { ...pro, cancelAt: end },
    "You’re on the Pro plan until December 5. It’s canceled and won’t renew. The work it covers ends that day. [Keep Pro]",
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
    "! The last payment for your Pro plan failed. The plan and the work it covers are paused until the invoice is paid. [Pay the invoice]",
  ],
  [
    "a failed payment of a known sum",
    { ...pro, status: "past_due", amountDue: "$250.00" },
    "! The last payment for your Pro plan failed. The plan and the work it covers are paused until the invoice is paid. [Pay $250.00]",
  ],
  [
    "a failed payment of a canceled plan",
    { ...pro, status: "past_due", amountDue: "$250.00", cancelAt: end },
    "! The last payment for your Pro plan failed. The plan and the work it covers are paused until the invoice is paid. The plan is canceled and ends on December 5. Until then, your card may still be charged for the open invoice. [Pay $250.00]",
  ],
  [
    "an overdue invoice of a canceled plan",
    { ...pro, status: "past_due", statusDetail: "send_invoice", cancelAt: end },
    "! The invoice for your Pro plan is overdue. The plan and the work it covers are paused until it is paid. The plan is canceled and ends on December 5. [Pay the invoice]",
  ],
  [
    "a payment that is no longer retried",
    { ...pro, status: "unpaid" },
    "! The last payment for your Pro plan failed, and we won’t try your card again. The plan and the work it covers are paused until the invoice is paid. [Pay the invoice]",
  ],
  ...(
    [
      [
        "trial_end_without_payment_method",
        "because the trial ended without a card. You are not being charged. [Add a card]",
      ],
      ["first_payment_failure", "because a payment failed. [Pay the invoice]"],
      ["final_payment_failure", "because a payment failed. [Pay the invoice]"],
    ] as const
  ).map(([statusDetail, why]): [string, SubscriptionFacts, string] => [
    `a plan paused by ${statusDetail}`,
    { ...pro, status: "paused", statusDetail },
    `! Your Pro plan is paused ${why}`,
  ]),
  ...["pause_requested", "system", "a reason that Stripe added later", null].map(
    (statusDetail): [string, SubscriptionFacts, string] => [
      `a plan paused by ${statusDetail}`,
      { ...pro, status: "paused", statusDetail },
      "! Your Pro plan is paused, and no invoice is created meanwhile. Contact us if you don’t know why.",
    ],
  ),
  [
    "a plan whose payments are paused",
    { ...pro, statusDetail: "paused" },
    "You’re on the Pro plan, $250 a month. Its payments are paused.",
  ],
  [
    "an invoiced plan",
    { ...pro, statusDetail: "send_invoice" },
    "You’re on the Pro plan, $250 a month. It renews on December 5.",
  ],
  [
    "an overdue invoice",
    { ...pro, status: "past_due", statusDetail: "send_invoice" },
    "! The invoice for your Pro plan is overdue. The plan and the work it covers are paused until it is paid. [Pay the invoice]",
  ],
  [
    "a payment from a bank account",
    { ...pro, status: "past_due", statusDetail: "processing" },
    "! A payment for your Pro plan is under way, which can take a few days. The plan and the work it covers are paused until it arrives.",
  ],
  [
    "a first payment from a bank account",
    { ...pro, status: "incomplete", statusDetail: "processing" },
    "! The first payment for your Pro plan is under way, which can take a few days. The plan starts when it arrives.",
  ],
  [
    "a plan canceled for a later period",
    { ...pro, cancelAt: later },
    "You’re on the Pro plan, $250 a month. The next period starts on December 5, and the plan ends on March 5, 2027. [Keep Pro]",
  ],
  [
    "an incomplete first payment",
    { ...pro, status: "incomplete" },
    "! Your Pro plan hasn’t started because the first payment isn’t complete. [Pay the invoice]",
  ],
  [
    "an expired first payment",
    { ...none, status: "incomplete_expired", planId: "pro" },
    `Your ${PLAN_NAMES.pro} plan never started because the first payment wasn’t made in time. [View plans]`,
  ],
  [
    "an ended plan",
    { ...none, status: "canceled", planId: "pro" },
    `Your ${PLAN_NAMES.pro} plan and the work it covered have ended. Your items are kept. [View plans]`,
  ],
  [
    "a status that Stripe added later",
    { ...pro, status: "on_hold" },
    "! Your Pro plan is paused. Stripe reports the status “on_hold”, which we don’t recognize yet.",
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
  const { text, action, isPaused } = describeSubscription(state);
  expect(
    `${isPaused ? "! " : ""}${formatDatedText(text, "UTC")}${action ? ` [${action.label}]` : ""}`,
  ).toBe(expected);
});

test.each<[string, SubscriptionFacts, RegExp]>([
  [
    "an active plan",
    pro,
    /^Your Pro plan ends immediately\. The rest of the paid period is not refunded\.$/,
  ],
  ["a trial, which has no paid period", trial, /^Your Pro plan ends immediately\.$/],
  ["an unpaid plan", { ...pro, status: "past_due" }, /^Your Pro plan ends immediately\.$/],
  ["another product", { ...trial, planName: null }, /^Your plan ends immediately\.$/],
])("says what a deletion does to %s", (_, facts, expected) => {
  expect(describeDeletion(facts)).toMatch(expected);
});
