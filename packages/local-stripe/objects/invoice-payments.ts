/** API objects: invoice payment, and the payment intent that it names. An invoice here has one. */
import type Stripe from "stripe";
import type { InvoiceRecord } from "../records.ts";
import { getAmountDue } from "./invoices.ts";

export function getPaymentIntentId({ id }: Pick<InvoiceRecord, "id">): string {
  return id.replace(/^in_/, "pi_");
}

export function toInvoicePayment(record: InvoiceRecord): Stripe.InvoicePayment {
  return {
    id: record.id.replace(/^in_/, "inpay_"),
    object: "invoice_payment",
    amount_paid: record.paidWith === null ? null : getAmountDue(record),
    amount_requested: getAmountDue(record),
    created: record.created,
    currency: record.currency,
    invoice: record.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: getPaymentIntentId(record), type: "payment_intent" },
    status: record.paidWith === null ? "open" : "paid",
    status_transitions: { canceled_at: null, paid_at: record.paidAt },
  };
}

export function toPaymentIntent(record: InvoiceRecord): Stripe.PaymentIntent {
  return {
    id: getPaymentIntentId(record),
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: getAmountDue(record),
    amount_capturable: 0,
    amount_received: record.paidWith === null ? 0 : getAmountDue(record),
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: null,
    confirmation_method: "automatic",
    created: record.created,
    currency: record.currency,
    customer: record.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: record.paidWith,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: record.paidWith === null ? "requires_payment_method" : "succeeded",
    transfer_group: null,
  };
}
