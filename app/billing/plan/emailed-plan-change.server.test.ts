import { expect, test } from "vitest";
import { formatDatedText } from "~/ui/time/dated-text";
import {
  CHANGE_DATE,
  FOUNDERS,
  PLAN_CHANGES,
  type PlanState,
  STATES,
} from "../../../tests/support/plan-changes";
import { catalog, createRow, PLAN_NAMES } from "../../../tests/support/plans";
import {
  describeEmailedPlanChange,
  type EmailedPlanChange,
  emailedPlanChangeSchema,
} from "./emailed-plan-change.server";
import { viewSubscription } from "./subscription-view.server";

const { design, engineering } = FOUNDERS;

function describeReturn(
  template: string | null,
  { status, price, next, cancelAt }: PlanState,
  charge: EmailedPlanChange["charge"] = null,
  changes = {},
) {
  const known = emailedPlanChangeSchema.entries.template.options.find((each) => each === template);
  const row = createRow({
    stripeSubscriptionStatus: status,
    stripePriceId: price,
    stripeProductId: price.replace("price", "prod"),
    stripeNextPriceId: next,
    currentPeriodEnd: CHANGE_DATE,
    cancelAt,
    ...changes,
  });
  return known
    ? formatDatedText(
        describeEmailedPlanChange({ template: known, charge }, viewSubscription(row, catalog)).text,
        "UTC",
      )
    : null;
}

test.each(PLAN_CHANGES)("of $name, the page says $page", ({ after, subscriber, page }) => {
  expect(describeReturn(subscriber, after)).toBe(page);
});

const { pro, business } = STATES;
const charge = {
  amount: "$1,650.00",
  card: "Mastercard ending in 4444",
  nextCard: null,
  isSwitch: false,
};
const switched = { ...charge, isSwitch: true };
const trial = { trialEnd: CHANGE_DATE, stripeSubscriptionStatus: "trialing" };

test.each<[string, string, PlanState, EmailedPlanChange["charge"], object, string]>([
  [
    "what was charged to the card that paid",
    "plan_switched",
    business,
    charge,
    {},
    `You’re on ${PLAN_NAMES.business} now. $1,650.00 was charged to your Mastercard ending in 4444. ${design} and ${engineering} will email you within one business day to plan the first session.`,
  ],
  [
    "who writes after a switch in a trial, whose end is on the card",
    "plan_switched",
    business,
    null,
    trial,
    `You’re on ${PLAN_NAMES.business} now. ${design} and ${engineering} will email you within one business day to plan the first session.`,
  ],
  [
    "which payment went through, and that the next one goes to the declined card",
    "payment_recovered",
    pro,
    { ...charge, nextCard: "Visa ending in 0341" },
    {},
    `Your payment of $1,650.00 went through. Your next payment still goes to your Visa ending in 0341, unless you update it.`,
  ],
  [
    "who writes after an upgrade whose payment failed first",
    "payment_recovered",
    business,
    switched,
    {},
    `Your payment of $1,650.00 went through. ${design} and ${engineering} will email you within one business day to plan the first session.`,
  ],
  [
    "nothing about a session of a plan that is canceled",
    "payment_recovered",
    business,
    switched,
    { cancelAt: CHANGE_DATE },
    "Your payment of $1,650.00 went through.",
  ],
])("beside the change, the page says %s", (_, template, after, paid, changes, expected) => {
  expect(describeReturn(template, after, paid, changes)).toBe(expected);
});
