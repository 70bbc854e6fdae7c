import { expect, test } from "vitest";
import { billingDate } from "~/billing/plan/billing-date";
import { formatDatedText } from "~/content/dated-text";
import { describeNextSteps } from "./next-steps";

const end = billingDate(new Date("2026-12-05T08:00:00Z"), new Date("2026-11-21T12:00:00Z"));

const none = {
  trialEnd: null,
  currentPeriodEnd: null,
  cancelAt: null,
  price: null,
  isTrialWithoutCard: false,
};

const format = (subscription: Partial<Parameters<typeof describeNextSteps>[1]>) =>
  describeNextSteps("ann@example.com", { ...none, ...subscription }).map((step) =>
    formatDatedText(step, "UTC"),
  );

test("after a purchase, the steps say who writes to which address, and what we need", () => {
  const [email, reply] = format({ currentPeriodEnd: end });
  expect(email).toMatch(/ will email you at ann@example\.com within one business day\.$/);
  expect(reply).toContain("which applications");
});

test.each<[string, Parameters<typeof format>[0], string | undefined]>([
  [
    "the end of the trial",
    { trialEnd: end, currentPeriodEnd: end, price: "$250 a month" },
    "You pay nothing until December 5. Then it’s $250 a month, unless you cancel first.",
  ],
  [
    "the end of a trial that may be without a card",
    { trialEnd: end, price: "$250 a month", isTrialWithoutCard: true },
    "You pay nothing until December 5. Then it’s $250 a month, if you’ve added a card. Without one, your plan ends.",
  ],
  [
    "the end of a trial at another price",
    { trialEnd: end, currentPeriodEnd: end },
    "You pay nothing until December 5. Then your first month is charged, unless you cancel first.",
  ],
  [
    "the next payment without a trial",
    { currentPeriodEnd: end, price: "$250 a month" },
    "Your first month is paid. The next payment is on December 5.",
  ],
  ["no payment without a date", {}, undefined],
  ["no payment of a canceled plan", { trialEnd: end, cancelAt: end }, undefined],
])("the last step says when %s is", (_, subscription, expected) => {
  expect(format(subscription)[2]).toBe(expected);
});
