/** API objects: payment intent, its charge, and refund. A payment is of an invoice, or paid once. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { InvoiceRecord, RefundRecord } from "../records.ts";
import type { Store } from "../store.ts";
import { getAmountDue } from "./invoices.ts";

export interface Payment {
  /** The id of the payment intent. */
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  /** The payment method; null until it is paid. */
  readonly card: string | null;
  readonly email: string | null;
  readonly metadata: Record<string, string>;
  /** The card is charged again later. */
  readonly isRecurring: boolean;
}

export function getPaymentIntentId({ id }: Pick<InvoiceRecord, "id">): string {
  return id.replace(/^in_/, "pi_");
}

export function getChargeId(payment: string): string {
  return payment.replace(/^pi_/, "ch_");
}

/** The payment with the id of its payment intent or charge. */
export function findPayment(store: Store, id: string): Payment | undefined {
  const intent = id.replace(/^ch_/, "pi_");
  const once = store.payments.get(intent);
  if (once) return { ...once, isRecurring: false };
  const invoice = [...store.invoices.values()].find((each) => getPaymentIntentId(each) === intent);
  if (!invoice) return undefined;
  const { created, currency, customer, paidWith: card } = invoice;
  const amount = getAmountDue(invoice);
  const details = { created, currency, customer, card, amount, email: null, metadata: {} };
  return { ...details, id: intent, isRecurring: true };
}

export function getRefunds({ refunds }: Store, payment: string): RefundRecord[] {
  return [...refunds.values()].filter((refund) => refund.payment === payment);
}

export function getAmountRefunded(store: Store, payment: string): number {
  return getRefunds(store, payment).reduce((sum, { amount }) => sum + amount, 0);
}

export function toPaymentIntent(payment: Payment): Stripe.PaymentIntent {
  const isPaid = payment.card !== null;
  return {
    id: payment.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_received: isPaid ? payment.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: null,
    confirmation_method: "automatic",
    created: payment.created,
    currency: payment.currency,
    customer: payment.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: isPaid ? getChargeId(payment.id) : null,
    livemode: false,
    managed_payments: null,
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: payment.card,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: payment.isRecurring ? "off_session" : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? "succeeded" : "requires_payment_method",
    transfer_group: null,
  };
}

export function toCharge({ store }: Account, payment: Payment): Stripe.Charge {
  const refunded = getAmountRefunded(store, payment.id);
  const card = store.paymentMethods.get(payment.card ?? "");
  return {
    id: getChargeId(payment.id),
    object: "charge",
    amount: payment.amount,
    amount_captured: payment.amount,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: null,
      email: card?.email ?? payment.email,
      name: card?.name ?? null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: true,
    created: payment.created,
    currency: payment.currency,
    customer: payment.customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: payment.id,
    payment_method: payment.card,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded === payment.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

export function toRefund(
  record: RefundRecord,
  { currency, customer, card }: Payment,
): Stripe.Refund {
  return {
    id: record.id,
    object: "refund",
    amount: record.amount,
    balance_transaction: null,
    charge: getChargeId(record.payment),
    created: record.created,
    currency,
    customer,
    customer_account: null,
    metadata: record.metadata,
    payment_intent: record.payment,
    payment_method: card,
    reason: record.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
