/** Invoices as the API shows them. */
import Stripe from "stripe";
import type { CustomerRecord, InvoiceRecord, PriceRecord, SubscriptionRecord } from "../records.ts";

export interface InvoiceContext {
  customer: CustomerRecord;
  subscription: SubscriptionRecord;
  price: PriceRecord;
}

export function toInvoice(record: InvoiceRecord, context: InvoiceContext): Stripe.Invoice {
  const { customer, subscription, price } = context;
  const paid = record.status === "paid" ? record.amount : 0;
  return {
    id: record.id,
    object: "invoice",
    account_country: "US",
    account_name: "Local Stripe",
    account_tax_ids: null,
    amount_due: record.amount,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: record.amount - paid,
    amount_shipping: 0,
    application: null,
    attempt_count: record.attempts,
    attempted: record.attempts > 0,
    auto_advance: record.status === "open",
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: record.reason,
    collection_method: "charge_automatically",
    created: record.created,
    currency: price.currency,
    custom_fields: null,
    customer: record.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: record.created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: [toLine(record, price, subscription)],
      has_more: false,
      url: `/v1/invoices/${record.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: record.nextAttempt,
    number: record.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: record.periodEnd,
    period_start: record.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: record.status,
    status_transitions: {
      finalized_at: record.created,
      marked_uncollectible_at: null,
      paid_at: record.paidAt,
      voided_at: null,
    },
    subtotal: record.amount,
    subtotal_excluding_tax: record.amount,
    test_clock: null,
    total: record.amount,
    total_discount_amounts: [],
    total_excluding_tax: record.amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: record.created,
  };
}

function toLine(
  record: InvoiceRecord,
  price: PriceRecord,
  subscription: SubscriptionRecord,
): Stripe.InvoiceLineItem {
  const unitAmount = record.amount === 0 ? 0 : price.unitAmount;
  return {
    id: `il_${record.id.slice(3)}`,
    object: "line_item",
    amount: record.amount,
    currency: price.currency,
    description: record.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: record.id,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: subscription.item,
      },
      type: "subscription_item_details",
    },
    period: { end: record.periodEnd, start: record.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: Stripe.Decimal.from(unitAmount),
    },
    quantity: record.quantity,
    quantity_decimal: Stripe.Decimal.from(record.quantity),
    subscription: subscription.id,
    subtotal: record.amount,
    taxes: [],
  };
}
