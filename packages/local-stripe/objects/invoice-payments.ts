/** API object: invoice payment. An invoice here has one. */
import type Stripe from "stripe";
import type { InvoiceRecord } from "../records.ts";
import { getAmountDue } from "./invoices.ts";
import { getPaymentIntentId } from "./payments.ts";

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
