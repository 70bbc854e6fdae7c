/** API objects: Checkout session and its lines. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { describeItems, getCost, getCurrency } from "../billing/items.ts";
import { getAmountOff } from "../billing/promotions.ts";
import type { CheckoutSessionRecord } from "../records.ts";
import { toPrice } from "./catalog.ts";

/** True when nothing is charged today. */
export function startsWithTrial(record: CheckoutSessionRecord): boolean {
  return record.trialDays !== null;
}

/** What is paid today. */
export function getDueToday(account: Account, record: CheckoutSessionRecord) {
  const subtotal = startsWithTrial(record) ? 0 : getCost(account, record.lines);
  const discount = getAmountOff(account.store, record.promotion, subtotal);
  return { subtotal, discount, total: subtotal - discount };
}

export function serializeCheckoutSession(
  account: Account,
  record: CheckoutSessionRecord,
): Stripe.Checkout.Session {
  const { subtotal, discount, total } = getDueToday(account, record);
  const { promotion } = record;
  return {
    id: record.id,
    object: "checkout.session",
    adaptive_pricing: { enabled: record.isAdaptive },
    after_expiration: null,
    allow_promotion_codes: record.allowsPromotionCodes || null,
    allowed_payment_method_types: null,
    amount_subtotal: subtotal,
    amount_total: total,
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
    customer_creation: record.createsCustomer ? "always" : "if_required",
    customer_details: toCustomerDetails(record),
    customer_email: record.customerEmail,
    discounts: promotion
      ? [{ coupon: promotion.coupon, promotion_code: promotion.promotionCode }]
      : [],
    expires_at: record.expiresAt,
    integration_identifier: null,
    invoice: record.invoice,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    mode: record.mode,
    origin_context: null,
    payment_intent: record.paymentIntent,
    payment_link: null,
    payment_method_collection: record.mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: paymentStatus(record, total),
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
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: record.status === "open" ? `${account.baseUrl}/c/pay/${record.id}` : null,
    wallet_options: null,
  };
}

/** The lines, in one page. */
export function listLineItems(
  account: Account,
  { id, lines }: CheckoutSessionRecord,
): Stripe.ApiList<Stripe.LineItem> {
  const data = lines.map((line, index): Stripe.LineItem => {
    const price = account.store.getPrice(line.price);
    const amount = price.unitAmount * line.quantity;
    return {
      id: `${id.replace(/^cs_/, "li_")}${index}`,
      object: "item",
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: describeItems(account, [{ ...line, quantity: 1 }]),
      metadata: null,
      price: toPrice(price),
      quantity: line.quantity,
      adjustable_quantity: null,
    };
  });
  const url = `/v1/checkout/sessions/${id}/line_items`;
  return { object: "list", data, has_more: false, url };
}

function paymentStatus({ status }: CheckoutSessionRecord, total: number) {
  if (status !== "complete") return "unpaid";
  return total === 0 ? "no_payment_required" : "paid";
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
