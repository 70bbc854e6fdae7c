import { afterAll, expect, test } from "vitest";
import { openRequest } from "../../../tests/support/billing-world";
import { type BillingOptions, DEFAULT_BILLING_OPTIONS } from "../stripe/billing-options";
import { createStripe } from "../stripe/stripe.server";
import { buildSessionParams } from "./checkout-session.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const request = {
  planId: "pro" as const,
  priceId: platform.config.stripe.prices.pro,
  successUrl: "http://localhost:8787/dashboard?paid=true",
  cancelUrl: "http://localhost:8787/pricing",
};

/** The session that Stripe makes of it, and the page it shows. */
async function open(options: Partial<BillingOptions>, hasHadTrial = false) {
  const { id: customer } = await stripe.customers.create({ email: "ann@example.com" });
  const buyer = { userId: crypto.randomUUID(), customer, hasHadTrial };
  const parameters = buildSessionParams(request, buyer, { ...DEFAULT_BILLING_OPTIONS, ...options });
  const session = await stripe.checkout.sessions.create(parameters);
  return { session, page: await (await fetch(session.url ?? "")).text() };
}

test("nothing is asked for unless an option says so", async () => {
  const { session } = await open({});
  expect(session).toMatchObject({
    allow_promotion_codes: null,
    consent_collection: null,
    automatic_tax: { enabled: false },
    billing_address_collection: null,
    payment_method_collection: "always",
  });
});

test("with promotion codes the page has a field for one", async () => {
  const { session, page } = await open({ promotionCodes: true });
  expect(session.allow_promotion_codes).toBe(true);
  expect(page).toMatch(/promotion code/i);
});

test("with automatic tax the page asks for the address and the tax id", async () => {
  const { session, page } = await open({ automaticTax: true });
  expect(session).toMatchObject({
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    billing_address_collection: "required",
  });
  expect(page).toContain(`name="country"`);
});

test("with terms of service the page asks to accept them", async () => {
  const { session, page } = await open({ termsOfService: true });
  expect(session.consent_collection).toMatchObject({ terms_of_service: "required" });
  expect(page).toMatch(/terms of service/i);
});

test("without a card a trial begins; who has had one pays, so a card is asked for", async () => {
  const first = await open({ trialWithoutCard: true });
  expect(first.session.payment_method_collection).toBe("if_required");
  const second = await open({ trialWithoutCard: true }, true);
  expect(second.session.payment_method_collection).toBe("always");
});
