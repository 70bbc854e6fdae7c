/** API object: invoice. */
import Stripe from "stripe";
import type { Account } from "../account.ts";
import type { InvoiceLineRecord, InvoiceRecord } from "../records.ts";

export function getSubtotal(lines: readonly InvoiceLineRecord[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** The sum of the lines less the discount, before the customer's balance. */
export function getTotal({ lines, discount }: Pick<InvoiceRecord, "lines" | "discount">): number {
  return getSubtotal(lines) - (discount?.amount ?? 0);
}

/** The total after the customer's credit balance; never negative. */
export function getAmountDue(
  invoice: Pick<InvoiceRecord, "lines" | "discount" | "startingBalance">,
): number {
  return Math.max(0, getTotal(invoice) + invoice.startingBalance);
}

export function serializeInvoice(account: Account, record: InvoiceRecord): Stripe.Invoice {
  const customer = account.store.getCustomer(record.customer);
  const subscription = account.store.getSubscription(record.subscription);
  const total = getTotal(record);
  const subtotal = getSubtotal(record.lines);
  const { discount } = record;
  const due = getAmountDue(record);
  const paid = record.status === "paid" ? due : 0;
  const isFinal = record.status !== "draft";
  return {
    id: record.id,
    object: "invoice",
    account_country: "US",
    account_name: "Local Stripe",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: due - paid,
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
    currency: record.currency,
    custom_fields: null,
    customer: record.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discount ? [discount.id] : [],
    due_date: null,
    effective_at: isFinal ? record.created : null,
    ending_balance: record.endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: isFinal ? `${account.baseUrl}/i/${record.id}` : null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: record.lines.map((line) => toLine(account, record, line)),
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
    starting_balance: record.startingBalance,
    statement_descriptor: null,
    status: record.status,
    status_transitions: {
      finalized_at: isFinal ? record.created : null,
      marked_uncollectible_at: null,
      paid_at: record.paidAt,
      voided_at: record.voidedAt,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total: total,
    total_discount_amounts: discount ? [{ amount: discount.amount, discount: discount.id }] : [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: isFinal ? record.created : null,
  };
}

function toLine(
  { store }: Account,
  record: InvoiceRecord,
  line: InvoiceLineRecord,
): Stripe.InvoiceLineItem {
  const subscription = store.getSubscription(record.subscription);
  const price = store.getPrice(line.price);
  return {
    id: line.id,
    object: "line_item",
    amount: line.amount,
    currency: record.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: record.id,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.isProration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: line.item,
      },
      type: "subscription_item_details",
    },
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: Stripe.Decimal.from(line.amount === 0 ? 0 : price.unitAmount),
    },
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}
