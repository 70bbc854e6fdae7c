/**
 * What each change of a plan leads to: the emails, which a trigger writes (drizzle/outgoing-emails.test.ts),
 * and the sentence of a page that the user returns to (app/billing/plan/emailed-plan-change.server.test.ts).
 */
import { studio } from "../../app/content/studio.ts";
import { PLAN_NAMES } from "./plans.ts";

const firstName = ({ name }: { readonly name: string }) => name.split(" ", 1).join();
/** The founders, as sentences about a plan name them. */
export const FOUNDERS = {
  design: firstName(studio.founders.design),
  engineering: firstName(studio.founders.engineering),
};

/** A subscription, as far as a change is told. */
export interface PlanState {
  readonly subscription: string;
  readonly status: string;
  readonly price: "price_s" | "price_p" | "price_b";
  readonly next: "price_s" | null;
  readonly cancelAt: Date | null;
}

/** In a year whose dates always name it. */
export const CHANGE_DATE = new Date("2126-12-05T12:00:00Z");
const PAST = new Date("2026-01-05T12:00:00Z");

const pro: PlanState = {
  subscription: "sub_1",
  status: "active",
  price: "price_p",
  next: null,
  cancelAt: null,
};
export const STATES = {
  none: null,
  pro,
  trial: { ...pro, status: "trialing" },
  newTrial: { ...pro, status: "trialing", subscription: "sub_2" },
  business: { ...pro, price: "price_b" },
  starter: { ...pro, price: "price_s" },
  toStarter: { ...pro, next: "price_s" },
  canceled: { ...pro, cancelAt: CHANGE_DATE },
  canceledBusiness: { ...pro, price: "price_b", cancelAt: CHANGE_DATE },
  endingNow: { ...pro, cancelAt: PAST },
  incomplete: { ...pro, status: "incomplete" },
  expired: { ...pro, status: "incomplete_expired" },
  pastDue: { ...pro, status: "past_due" },
  pastDueBusiness: { ...pro, status: "past_due", price: "price_b" },
  pastDueCanceled: { ...pro, status: "past_due", cancelAt: CHANGE_DATE },
  pastDueEnding: { ...pro, status: "past_due", cancelAt: PAST },
  unpaid: { ...pro, status: "unpaid" },
  ended: { ...pro, status: "canceled" },
  endedEarly: { ...pro, status: "canceled", cancelAt: CHANGE_DATE },
  endedAsPlanned: { ...pro, status: "canceled", cancelAt: PAST },
} satisfies Record<string, PlanState | null>;

/**
 * Name: before > after | to the subscriber | to the studio | on the page, unless the plan's own sentence says
 * it.
 */
const TABLE = `
a trial: none > trial | trial_started | studio_subscription_started |
a purchase: none > pro | subscription_started | studio_subscription_started |
a first payment that is due: none > incomplete | | |
a first payment: incomplete > pro | subscription_started | studio_subscription_started |
a first payment that never came: incomplete > expired | | |
another purchase: ended > newTrial | trial_started | studio_subscription_started |
the end of a trial: trial > pro | | |
nothing: pro > pro | | |
an upgrade: pro > business | plan_switched | studio_plan_switched | You’re on BUSINESS now. ${FOUNDERS.design} and ${FOUNDERS.engineering} will email you within one business day to plan the first session.
an upgrade that was declined: pro > pastDueBusiness | | studio_plan_switched |
a scheduled downgrade: pro > toStarter | switch_scheduled | studio_switch_scheduled | Your switch to STARTER is scheduled.
a downgrade that was scheduled: toStarter > starter | plan_switched | studio_plan_switched | You’re on STARTER now. ${FOUNDERS.design} or ${FOUNDERS.engineering} will email you within one business day.
a downgrade that was undone: toStarter > pro | plan_kept | studio_plan_kept | You’re keeping PRO.
a cancellation: pro > canceled | plan_canceled | studio_subscription_canceled | Your cancellation is confirmed.
a switch of a canceled plan: canceled > canceledBusiness | plan_switched | studio_plan_switched | You’re on BUSINESS now.
a switch and a cancellation at once: pro > canceledBusiness | plan_switched | studio_plan_switched | You’re on BUSINESS now.
a cancellation that was undone: canceled > pro | plan_kept | studio_plan_kept | You’re keeping PRO.
the end of a canceled plan: endingNow > endedAsPlanned | | |
a canceled plan's earlier end: canceled > endedEarly | plan_ended | studio_subscription_ended |
an end by an operator: pro > ended | plan_ended | studio_subscription_ended |
a declined renewal: pro > pastDue | | studio_payment_failed |
a declined first renewal: trial > pastDue | | studio_payment_failed |
a last retry that failed: pastDue > unpaid | | |
an end by failed payments: pastDue > ended | plan_ended | studio_subscription_ended |
the same after a cancellation: pastDueEnding > endedAsPlanned | plan_ended | studio_subscription_ended |
a cancellation while a payment is due: pastDue > pastDueCanceled | | studio_subscription_canceled |
a payment that went through: pastDue > pro | payment_recovered | studio_payment_recovered | Your payment went through.
a payment of a declined upgrade: pastDueBusiness > business | payment_recovered | studio_payment_recovered | Your payment went through.
a late payment that went through: unpaid > pro | payment_recovered | studio_payment_recovered | Your payment went through.
`;

export const PLAN_CHANGES = TABLE.trim().split("\n").map(parseChange);

function parseChange(line: string) {
  const [, name = "", before = "", after = "", ...told] =
    /^(.*): (\w+) > (\w+) \|([^|]*)\|([^|]*)\|(.*)$/.exec(line) ?? [];
  const [subscriber = null, studio = null, page = null] = told.map((cell) => cell.trim() || null);
  const sentence = page?.replace(/STARTER|PRO|BUSINESS/g, (plan) => findName(plan.toLowerCase()));
  const to = findState(after);
  if (!to) throw new Error(`No change: ${line}`);
  return { name, before: findState(before), after: to, subscriber, studio, page: sentence ?? null };
}

function findState(name: string): PlanState | null {
  const [, state = null] = Object.entries(STATES).find(([key]) => key === name) ?? [];
  return state;
}

function findName(plan: string): string {
  return Object.entries(PLAN_NAMES).find(([id]) => id === plan)?.[1] ?? "";
}
