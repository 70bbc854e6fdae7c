import { expect, test } from "vitest";
import { formatDated } from "~/ui/time/dated-text";
import { billingDate } from "../billing-date";
import { describePlanState, type PlanState } from "./plan-description";

const now = new Date("2026-11-21T12:00:00Z");
const end = billingDate(new Date("2026-12-05T08:00:00Z"), now);
const none: PlanState = {
  status: null,
  planName: null,
  price: null,
  trialEnd: null,
  cancelAt: null,
  currentPeriodEnd: null,
  next: null,
};
const pro: PlanState = {
  ...none,
  status: "active",
  planName: "Pro",
  price: "$250 a month",
  currentPeriodEnd: end,
};
const trial: PlanState = { ...pro, status: "trialing", trialEnd: end };

test.each<[string, PlanState, string]>([
  ["nothing", none, "You have no plan. [See the plans]"],
  ["a trial", trial, "On the Pro trial until December 5. Then $250 a month."],
  [
    "a cancelled trial",
    { ...trial, cancelAt: end },
    "On the Pro trial until December 5. It is canceled and will not turn into a paid plan. [Keep the plan]",
  ],
  ["an active plan", pro, "On the Pro plan, $250 a month. It renews on December 5."],
  [
    "a cancelled plan",
    { ...pro, cancelAt: end },
    "On the Pro plan until December 5. It is canceled and will not renew. [Keep the plan]",
  ],
  [
    "a plan that becomes a smaller one",
    { ...pro, next: { planName: "Starter", price: "$40 a month" } },
    "On the Pro plan until December 5. Then Starter, $40 a month.",
  ],
  [
    "a plan that gets a price that is not on sale",
    { ...pro, next: { planName: null, price: null } },
    "On the Pro plan until December 5. Then a different price.",
  ],
  [
    "a failed payment",
    { ...pro, status: "past_due" },
    "! The last payment for your Pro plan failed, and the plan is on hold until it is paid. [Update your card]",
  ],
  [
    "a payment that was given up",
    { ...pro, status: "unpaid" },
    "! Your Pro plan is unpaid and on hold. We won't charge your card again automatically: update it and pay what is open. [Pay what is open]",
  ],
  [
    "a paused plan",
    { ...pro, status: "paused" },
    "! Your Pro plan is paused: the trial ended without a card. Nothing is charged. [Add a card]",
  ],
  [
    "a first payment that is not complete",
    { ...pro, status: "incomplete" },
    "! Your Pro plan has not started: the first payment is not complete. [Complete the payment]",
  ],
  [
    "a first payment that never came",
    { ...pro, status: "incomplete_expired" },
    "Your Pro plan never started: its first payment was not made in time. [See the plans]",
  ],
  [
    "an ended plan",
    { ...pro, status: "canceled", currentPeriodEnd: null },
    "Your Pro plan has ended. [See the plans]",
  ],
  [
    "a status that Stripe added later",
    { ...pro, status: "on_hold" },
    "! Your Pro plan is on hold with the status “on_hold”, which we don't recognize yet. [See what the payment service says]",
  ],
  ["a price that is not on sale", { ...trial, price: null }, "On the Pro trial until December 5."],
  [
    "a subscription to something else",
    { ...pro, planName: null, price: "$90 every 3 months" },
    "On your plan, $90 every 3 months. It renews on December 5.",
  ],
  [
    "a plan whose period is not known",
    { ...pro, currentPeriodEnd: null },
    "On the Pro plan, $250 a month.",
  ],
])("%s is told in words, with what there is to do", (_, state, words) => {
  const { text, action: todo, isProblem } = describePlanState(state);
  expect(
    `${isProblem ? "! " : ""}${formatDated(text, "UTC")}${todo ? ` [${todo.label}]` : ""}`,
  ).toBe(words);
});
