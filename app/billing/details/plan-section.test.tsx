import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { type PlanRow, readPlan, readStoredPlan } from "../plan/plan-view.server";
import { PlanSection } from "./plan-section";

const catalog = {
  prices: { starter: "price_s", pro: "price_p", business: "price_b" },
  products: { starter: "prod_s", pro: "prod_p", business: "prod_b" },
};
const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60_000);

const createRow = (stripeSubscriptionStatus: string): PlanRow => ({
  stripePriceId: "price_p",
  stripeProductId: "prod_p",
  stripeNextPriceId: null,
  stripeSubscriptionStatus,
  currentPeriodEnd: inAWeek,
  trialEnd: inAWeek,
  cancelAt: null,
});

/** The section in the minutes before a webhook: the row says `stored`, Stripe says `atStripe`. */
function render(stored: string, atStripe: string): string {
  const plan = readStoredPlan(createRow(stored), catalog);
  const details = {
    state: "loaded",
    plan: readPlan(createRow(atStripe), catalog, { price: "$250 a month", due: null }),
    others: [],
    nextPayment: null,
    amountDue: null,
    card: "Visa ending in 4242",
    invoices: [],
  } as const;
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => <PlanSection plan={plan} details={details} isFormResponse={false} />,
    },
  ]);
  return renderToString(<Page />);
}

test("a plan that became active at Stripe has no trial left", () => {
  expect(render("trialing", "trialing")).toContain("7 days left");
  const html = render("trialing", "active");
  expect(html).toContain("It renews on");
  expect(html).not.toContain("Trial");
});

test("a plan that the row knows as ended has no buttons of the billing portal, which would not open", () => {
  expect(render("active", "active")).toContain("/settings/billing");
  const html = render("canceled", "active");
  expect(html).toContain("It renews on");
  expect(html).not.toContain("/settings/billing");
});
