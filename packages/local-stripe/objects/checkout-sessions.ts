/** API object: Checkout session. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { getCost, getCurrency } from "../billing/items.ts";
import type { CheckoutSessionRecord } from "../records.ts";

/** True when nothing is charged today. */
export function startsWithTrial(record: CheckoutSessionRecord): boolean {
  return record.trialDays !== null;
}

export function serializeCheckoutSession(
  account: Account,
  record: CheckoutSessionRecord,
): Stripe.Checkout.Session {
  const dueToday = startsWithTrial(record) ? 0 : getCost(account, record.lines);
  return {
    id: record.id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: dueToday,
    amount_total: dueToday,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: record.cancelUrl,
    client_reference_id: record.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: record.created,
    currency: getCurrency(account, record.lines),
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: record.customer,
    customer_account: null,
    customer_creation: "always",
    customer_details: toCustomerDetails(record),
    customer_email: record.customerEmail,
    discounts: [],
    expires_at: record.expiresAt,
    integration_identifier: null,
    invoice: record.invoice,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: paymentStatus(record),
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: record.status,
    submit_type: null,
    subscription: record.subscription,
    tax_id_collection: { enabled: false, required: "never" },
    success_url: record.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: record.status === "open" ? `${account.baseUrl}/c/pay/${record.id}` : null,
    wallet_options: null,
  };
}

function paymentStatus(record: CheckoutSessionRecord): "no_payment_required" | "paid" | "unpaid" {
  if (record.status !== "complete") return "unpaid";
  return startsWithTrial(record) ? "no_payment_required" : "paid";
}

function toCustomerDetails(
  record: CheckoutSessionRecord,
): Stripe.Checkout.Session.CustomerDetails | null {
  const email = record.payerEmail ?? record.customerEmail;
  if (email === null) return null;
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: record.payerName,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}
