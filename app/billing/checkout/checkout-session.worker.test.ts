import { expect, test } from "vitest";
import { openBilling } from "../../../tests/support/worker/billing";
import type { BillingOptions } from "../stripe/billing-options";
import { buildSessionParams } from "./checkout-session.server";

const { stripe, createPurchase } = openBilling();

/** Creates a session; returns it with the HTML of its page. */
async function createSession(options: BillingOptions, hasHadTrial = false) {
  const { id: stripeCustomerId } = await stripe.customers.create({ email: "ann@example.com" });
  const customer = { userId: crypto.randomUUID(), stripeCustomerId, hasHadTrial };
  const parameters = buildSessionParams(createPurchase(), customer, options);
  const session = await stripe.checkout.sessions.create(parameters);
  return { session, page: await (await fetch(session.url ?? "")).text() };
}

test("all options are off by default", async () => {
  const { session } = await createSession({});
  expect(session).toMatchObject({
    allow_promotion_codes: null,
    consent_collection: null,
    automatic_tax: { enabled: false },
    billing_address_collection: null,
    payment_method_collection: "always",
  });
});

test("with promotion codes, the page has a field for one", async () => {
  const { session, page } = await createSession({ promotionCodes: true });
  expect(session.allow_promotion_codes).toBe(true);
  expect(page).toMatch(/promotion code/i);
});

test("with automatic tax, the page asks for address and tax id", async () => {
  const { session, page } = await createSession({ automaticTax: true });
  expect(session).toMatchObject({
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    billing_address_collection: "required",
  });
  expect(page).toContain(`name="country"`);
});

test("with terms of service, the page requires consent", async () => {
  const { session, page } = await createSession({ termsOfService: true });
  expect(session.consent_collection).toMatchObject({ terms_of_service: "required" });
  expect(page).toMatch(/terms of service/i);
});

test("with trials without a card, a card is required only after the first trial", async () => {
  const first = await createSession({ trialWithoutCard: true });
  expect(first.session.payment_method_collection).toBe("if_required");
  const second = await createSession({ trialWithoutCard: true }, true);
  expect(second.session.payment_method_collection).toBe("always");
});
