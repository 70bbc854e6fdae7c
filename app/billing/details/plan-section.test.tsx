import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { catalog, createRow, PLAN_NAMES } from "../../../tests/support/plans";
import { billingDate } from "../plan/billing-date";
import { readPlan, readStoredPlan, type StoredPlan } from "../plan/plan-view.server";
import type { BillingDetails, InvoiceLine } from "./billing-details.server";
import { PlanCard } from "./plan-section";

const invoice = {
  id: "in_1",
  subject: `${PLAN_NAMES.pro} plan`,
  date: billingDate(new Date()),
  amount: "$250.00",
  status: "",
  isOpen: false,
  url: "https://invoice.stripe.com/i/1",
  pdf: null,
};

const createTrialRow = (stripeSubscriptionStatus: string) =>
  createRow({
    stripeSubscriptionStatus,
    trialEnd: new Date(Date.now() + 7 * 24 * 60 * 60_000),
  });

/** The section in the minutes before a webhook: the row says `stored`, Stripe says `atStripe`. */
function render(stored: string, atStripe: string, invoices: InvoiceLine[] = []): string {
  const due = { amount: "$250.00", card: "Visa ending in 4242", retryAt: null };
  return renderSection(readStoredPlan(createTrialRow(stored), catalog), {
    state: "loaded",
    plan: readPlan(createTrialRow(atStripe), catalog, due),
    nextPayment: null,
    due: null,
    card: "Visa ending in 4242",
    otherCard: null,
    invoices,
  });
}

function renderSection(plan: StoredPlan, details: BillingDetails): string {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => <PlanCard stored={plan} details={details} />,
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

test("a plan that became active at Stripe has no trial left", () => {
  const html = render("trialing", "active");
  expect(html).toContain("It renews on");
  expect(html).not.toContain("trial");
});

test("a plan that the row knows as ended has no buttons of the billing portal, which would not open", () => {
  expect(render("active", "active")).toContain("/settings/billing");
  const html = render("canceled", "active");
  expect(html).toContain("It renews on");
  expect(html).not.toContain("/settings/billing");
});

test("without a plan, it links to the pricing page only", () => {
  const html = renderSection(readStoredPlan(null, catalog), { state: "none" });
  expect(html).toContain("You don’t have a plan yet.");
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/pricing"']);
  const paid = renderSection(readStoredPlan(null, catalog, true), { state: "none" });
  expect(paid).toContain("Your new plan isn’t confirmed yet.");
  expect(paid).not.toContain("href");
});

test("a trial has a card to update, no invoices, and can be canceled", () => {
  const html = render("trialing", "trialing");
  expect(html).toContain("Visa ending in 4242");
  expect(html).toContain("None yet");
  expect(html).toContain('href="/settings/billing?flow=card"');
  expect(html).toContain('href="/settings/billing?flow=cancel"');
});

test("a failed payment shows its next step once, and the invoice to pay", () => {
  const html = render("past_due", "past_due", [{ ...invoice, status: "Due", isOpen: true }]);
  expect(html).toContain("($250.00) failed");
  expect(html).not.toContain("Amount due");
  expect(html).toContain('aria-label="Pay $250.00 (opens in a new tab)"');
  expect(html).toContain(">Update card<");
  expect(html).toMatch(/aria-label="Pay invoice: [^"]*\(opens in a new tab\)"/);
});

test("an ended plan keeps its invoices", () => {
  const html = render("canceled", "canceled", [invoice]);
  expect(html).toContain(`Your ${PLAN_NAMES.pro} plan has ended.`);
  expect(html).toContain(`href="${invoice.url}"`);
});

test("while Stripe is unavailable, the stored plan stays, with a retry", () => {
  const message = "We cannot show your next payment";
  const plan = readStoredPlan(createRow(), catalog);
  const html = renderSection(plan, { state: "unavailable", message });
  expect(html).toContain("It renews on");
  expect(html).toContain(message);
  expect(html).toContain('href="/account/billing"');
});
