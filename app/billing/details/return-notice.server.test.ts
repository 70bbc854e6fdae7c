import { describe, expect, test } from "vitest";
import { formatDatedText } from "~/ui/time/dated-text";
import {
  CHANGE_DATE,
  PLAN_CHANGES,
  type PlanState,
  STATES,
} from "../../../tests/support/plan-changes";
import { catalog, createRow, PLAN_NAMES } from "../../../tests/support/plans";
import { readPlan } from "../plan/plan-view.server";
import { describeChange, type PlanAtStripe, snapshotPlan } from "./return-notice.server";

const now = new Date("2026-11-21T12:00:00Z");
const at = now.getTime() / 1000;

const toRow = ({ status, price, next, cancelAt }: PlanState, changes = {}) =>
  createRow({
    stripeSubscriptionStatus: status,
    stripePriceId: price,
    stripeProductId: price.replace("price", "prod"),
    stripeNextPriceId: next,
    currentPeriodEnd: CHANGE_DATE,
    cancelAt,
    ...changes,
  });

function describeReturn(
  before: PlanState,
  after: PlanState,
  atStripe: Partial<PlanAtStripe> = {},
  changes = {},
) {
  const row = toRow(after, changes);
  const state: PlanAtStripe = {
    mark: snapshotPlan(row),
    plan: readPlan(row, catalog),
    card: "Visa ending in 4242",
    cardAddedAt: at - 100,
    charge: null,
    ...atStripe,
  };
  const notice = describeChange(snapshotPlan(toRow(before), now.getTime()), state);
  return notice && formatDatedText(notice.text, "UTC");
}

const returns = PLAN_CHANGES.flatMap(({ before, ...change }) =>
  before ? [{ before, ...change }] : [],
);

// A first payment is told where the checkout returns, not by this notice.
test.each(
  returns.filter(({ before }) => before.status !== "incomplete" && before.status !== "canceled"),
)("of $name, the page says $page", ({ before, after, page }) => {
  expect(describeReturn(before, after)).toBe(page);
});

describe("beside the change, the page says", () => {
  const { pro: active, business, pastDue, toStarter } = STATES;
  const charge = {
    invoice: "in_1",
    amount: "$1,650.00",
    paidAt: at + 10,
    card: "Mastercard ending in 4444",
    nextCard: null,
  };
  const newCard = { cardAddedAt: at + 10 };
  const trial = { trialEnd: CHANGE_DATE, stripeSubscriptionStatus: "trialing" };

  test.each<[string, PlanState, PlanState, Partial<PlanAtStripe>, object, string | null]>([
    [
      "what was charged to the card that paid",
      active,
      business,
      { charge },
      {},
      `You’re on ${PLAN_NAMES.business} now. $1,650.00 was charged to your Mastercard ending in 4444. Both founders will write to plan the first session.`,
    ],
    [
      "no charge of before",
      active,
      business,
      { charge: { ...charge, paidAt: at - 100 } },
      {},
      `You’re on ${PLAN_NAMES.business} now. Both founders will write to plan the first session.`,
    ],
    [
      "that a trial goes on after a switch",
      active,
      business,
      {},
      trial,
      `You’re on ${PLAN_NAMES.business} now. You pay nothing until your trial ends on December 5, 2126.`,
    ],
    [
      "that a trial goes on after a switch was undone",
      toStarter,
      active,
      {},
      trial,
      `You’re keeping ${PLAN_NAMES.pro}. Your trial continues until December 5, 2126.`,
    ],
    [
      "which payment went through, and that the next one goes to the declined card",
      pastDue,
      active,
      { charge: { ...charge, nextCard: "Visa ending in 0341" } },
      {},
      `Your payment of $1,650.00 went through. ${PLAN_NAMES.pro} is active again. Your next payment still goes to your Visa ending in 0341; you can update it in your settings.`,
    ],
    ["a new card", active, active, newCard, {}, "Your card is updated: Visa ending in 4242."],
    [
      "a new card past due",
      pastDue,
      pastDue,
      newCard,
      {},
      "Your card is updated: Visa ending in 4242.",
    ],
  ])("%s", (_, before, after, atStripe, changes, expected) => {
    expect(describeReturn(before, after, atStripe, changes)).toBe(expected);
  });
});
