/**
 * What each change of a plan leads to: the emails, which a trigger writes (drizzle/outgoing-emails.test.ts), and
 * the sentence of a page that the user returns to (app/billing/details/return-notice.server.test.ts).
 */

import { PLAN_NAMES } from "./plans.ts";

/** A subscription, as far as a change is told. */
export interface PlanState {
  readonly subscription: string;
  readonly status: string;
  readonly price: "price_s" | "price_p" | "price_b";
  readonly next: "price_s" | null;
  readonly cancelAt: Date | null;
}

interface PlanChange {
  readonly name: string;
  /** Null without a row. */
  readonly before: PlanState | null;
  readonly after: PlanState;
  readonly subscriber: string | null;
  readonly studio: string | null;
  /** Null if nothing is said, or by the plan's own sentence. */
  readonly page: string | null;
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
const business = { ...pro, price: "price_b" } as const;
const trial = { ...pro, status: "trialing" };
const canceled = { ...pro, cancelAt: CHANGE_DATE };
const scheduled = { ...pro, next: "price_s" } as const;
const pastDue = { ...pro, status: "past_due" };
const unpaid = { ...pro, status: "unpaid" };
const incomplete = { ...pro, status: "incomplete" };
const ended = { ...pro, status: "canceled" };

type Row = [
  name: string,
  before: PlanState | null,
  after: PlanState,
  subscriber: string | null,
  studio: string | null,
  page: string | null,
];

const KEPT = `You’re keeping ${PLAN_NAMES.pro}. It renews on December 5, 2126.`;
const RECOVERED = `${PLAN_NAMES.pro} is active again.`;

const ROWS: readonly Row[] = [
  ["a trial", null, trial, "trial_started", "studio_subscription_started", null],
  ["a purchase", null, pro, "subscription_started", "studio_subscription_started", null],
  ["a first payment that is due", null, incomplete, null, null, null],
  ["a first payment", incomplete, pro, "subscription_started", "studio_subscription_started", null],
  [
    "a first payment that never came",
    incomplete,
    { ...pro, status: "incomplete_expired" },
    null,
    null,
    null,
  ],
  [
    "another purchase",
    ended,
    { ...trial, subscription: "sub_2" },
    "trial_started",
    "studio_subscription_started",
    null,
  ],
  ["the end of a trial", trial, pro, null, null, null],
  ["nothing", pro, pro, null, null, null],
  [
    "an upgrade",
    pro,
    business,
    "plan_switched",
    "studio_plan_switched",
    `You’re on ${PLAN_NAMES.business} now. Both founders will write to plan the first session.`,
  ],
  [
    "an upgrade whose payment was declined",
    pro,
    { ...business, status: "past_due" },
    null,
    "studio_plan_switched",
    null,
  ],
  [
    "a scheduled downgrade",
    pro,
    scheduled,
    "switch_scheduled",
    "studio_switch_scheduled",
    `You’ll switch to ${PLAN_NAMES.starter} on December 5, 2126. Until then you keep ${PLAN_NAMES.pro}.`,
  ],
  [
    "a downgrade that was scheduled",
    scheduled,
    { ...pro, price: "price_s" },
    "plan_switched",
    "studio_plan_switched",
    `You’re on ${PLAN_NAMES.starter} now. One of us will email you within one business day.`,
  ],
  ["a downgrade that was taken back", scheduled, pro, "plan_kept", "studio_plan_kept", KEPT],
  [
    "a cancellation",
    pro,
    canceled,
    "plan_canceled",
    "studio_subscription_canceled",
    `Your plan is canceled. You keep ${PLAN_NAMES.pro} until December 5, 2126.`,
  ],
  ["a cancellation that was taken back", canceled, pro, "plan_kept", "studio_plan_kept", KEPT],
  [
    "the end of a canceled plan",
    { ...pro, cancelAt: PAST },
    { ...ended, cancelAt: PAST },
    null,
    null,
    null,
  ],
  [
    "a canceled plan's earlier end",
    canceled,
    { ...ended, cancelAt: CHANGE_DATE },
    "plan_ended",
    "studio_subscription_ended",
    null,
  ],
  ["an end by an operator", pro, ended, "plan_ended", "studio_subscription_ended", null],
  ["a declined renewal", pro, pastDue, null, "studio_payment_failed", null],
  ["a declined first renewal", trial, pastDue, null, "studio_payment_failed", null],
  ["a last retry that failed", pastDue, unpaid, null, null, null],
  ["an end by failed payments", pastDue, ended, "plan_ended", "studio_subscription_ended", null],
  [
    "an end by failed payments, after a cancellation",
    { ...pastDue, cancelAt: PAST },
    { ...ended, cancelAt: PAST },
    "plan_ended",
    "studio_subscription_ended",
    null,
  ],
  [
    "a cancellation while a payment is due",
    pastDue,
    { ...pastDue, cancelAt: CHANGE_DATE },
    null,
    "studio_subscription_canceled",
    null,
  ],
  [
    "a payment that went through",
    pastDue,
    pro,
    "payment_recovered",
    "studio_payment_recovered",
    RECOVERED,
  ],
  [
    "a late payment that went through",
    unpaid,
    pro,
    "payment_recovered",
    "studio_payment_recovered",
    RECOVERED,
  ],
];

export const PLAN_CHANGES: readonly PlanChange[] = ROWS.map(
  ([name, before, after, subscriber, studio, page]) => ({
    name,
    before,
    after,
    subscriber,
    studio,
    page,
  }),
);
