import type Stripe from "stripe";
import { expect, test, vi } from "vitest";
import {
  catchStripeError,
  createCheckoutSession,
  type Fixture,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

/** What a product adds to its checkout. */
const ADDED = {
  allow_promotion_codes: true,
  automatic_tax: { enabled: true },
  billing_address_collection: "required",
  custom_text: { submit: { message: "Thank you." } },
  customer_update: { address: "auto", name: "auto" },
  tax_id_collection: { enabled: true },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>;

const GIVEN_BACK = {
  allow_promotion_codes: true,
  automatic_tax: { enabled: true, status: null },
  billing_address_collection: "required",
  custom_text: { submit: { message: "Thank you." }, after_submit: null },
  tax_id_collection: { enabled: true, required: "never" },
};

async function createSession({ stripe }: Fixture) {
  const { id: customer } = await stripe.customers.create({ email: "ann@example.com" });
  return createCheckoutSession(stripe, { ...ADDED, customer });
}

test("what only Stripe has is given back, in events too, and named once in the log", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  await using fixture = await startFixture();
  const session = await createSession(fixture);
  await createSession(fixture);
  expect(session).toMatchObject(GIVEN_BACK);
  expect(log.mock.calls.flat()).toEqual([
    expect.stringMatching(
      /^Stripe: POST \/v1\/checkout\/sessions: without effect here: .*automatic_tax, .*tax_id_collection$/,
    ),
  ]);
  const paid = await submitForm(session.url, TEST_CARD);
  expect(paid.status).toBe(303);
  const { sessions } = fixture.stripe.checkout;
  expect(await sessions.retrieve(session.id)).toMatchObject({ ...GIVEN_BACK, status: "complete" });
  const event = fixture.control.events().at(-1);
  expect(JSON.parse(event?.body ?? "")).toMatchObject({ data: { object: GIVEN_BACK } });
});

test("a later change of a part keeps the others", async () => {
  await using fixture = await startFixture();
  const { customers } = fixture.stripe;
  const { id } = await customers.create({ phone: "+1", address: { city: "Kyoto", country: "JP" } });
  await customers.update(id, { address: { city: "Osaka" } });
  expect(await customers.retrieve(id)).toMatchObject({
    phone: "+1",
    address: { city: "Osaka", country: "JP" },
  });
});

test("an unknown name, a wrong value, and a filter without effect are refused", async () => {
  await using fixture = await startFixture();
  const { stripe } = fixture;
  const refuse = (extra: object) => catchStripeError(createCheckoutSession(stripe, extra));
  expect(await refuse({ automatic_taxes: { enabled: true } })).toMatchObject({
    code: "parameter_unknown",
    param: "automatic_taxes",
  });
  expect(await refuse({ automatic_tax: { enable: true } })).toMatchObject({
    code: "parameter_unknown",
    param: "automatic_tax[enable]",
  });
  expect(await refuse({ automatic_tax: { enabled: "maybe" } })).toMatchObject({
    param: "automatic_tax[enabled]",
  });
  expect(await refuse({ billing_address_collection: "never" })).toMatchObject({
    param: "billing_address_collection",
  });
  const filtered = stripe.invoices.list({ collection_method: "send_invoice" });
  expect(await catchStripeError(filtered)).toMatchObject({
    message: "The local Stripe does not support the parameter collection_method.",
  });
});
