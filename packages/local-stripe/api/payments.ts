/** Payments and their refunds: `/v1/payment_intents/:id`, `/v1/charges/:id`, `/v1/refunds`. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import {
  findPayment,
  getAmountRefunded,
  getChargeId,
  getRefunds,
  type Payment,
  toCharge,
  toPaymentIntent,
  toRefund,
} from "../objects/payments.ts";
import { REFUND_REASONS, type RefundRecord } from "../records.ts";
import { findRecord, invalidRequest, missingReference, notFound } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import { formatAmount } from "../text.ts";

const RefundParams = v.strictObject({
  amount: v.optional(p.integer),
  charge: v.optional(p.text),
  expand: v.optional(p.expand),
  metadata: v.optional(p.metadata),
  payment_intent: v.optional(p.text),
  reason: v.optional(p.oneOf(...REFUND_REASONS)),
} satisfies p.Entries<Stripe.RefundCreateParams>);

const RefundListParams = v.strictObject({
  ...p.listEntries,
  charge: v.optional(p.text),
  created: v.optional(p.timeRange),
  payment_intent: v.optional(p.text),
} satisfies p.Entries<Stripe.RefundListParams>);

export function registerPayments({ account, on }: Api): void {
  const { store } = account;
  const existing = (kind: string, param: string, id: string) => {
    const payment = findPayment(store, id);
    if (!payment) throw notFound(kind, id, param);
    return payment;
  };
  const serialize = (record: RefundRecord) =>
    toRefund(record, existing("payment_intent", "payment_intent", record.payment));

  on("GET", "/v1/payment_intents/:id", p.onlyExpand, (_, id) =>
    toPaymentIntent(existing("payment_intent", "intent", id)),
  );

  on("GET", "/v1/charges/:id", p.onlyExpand, (_, id) => {
    const payment = existing("charge", "charge", id);
    if (payment.card === null) throw notFound("charge", id, "charge");
    return toCharge(account, payment);
  });

  on("POST", "/v1/refunds", RefundParams, (parameters) => {
    const { payment_intent: intent, charge } = parameters;
    const id = intent ?? charge;
    if (id === undefined) {
      throw invalidRequest(
        "One of the following params should be provided for this request: payment_intent or charge.",
      );
    }
    const payment = findPayment(store, id);
    if (!payment?.card) {
      throw intent === undefined
        ? missingReference("charge", id, "charge")
        : missingReference("payment_intent", id, "payment_intent");
    }
    const record: RefundRecord = {
      id: store.newId("re_1"),
      created: account.clock.now(),
      payment: payment.id,
      amount: getRefundAmount(account, payment, parameters.amount),
      reason: parameters.reason ?? null,
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    store.refunds.set(record.id, record);
    account.emit({ type: "refund.created", data: { object: serialize(record) } });
    account.emit({ type: "charge.refunded", data: { object: toCharge(account, payment) } });
    return serialize(record);
  });

  on("GET", "/v1/refunds", RefundListParams, (query) => {
    const id = query.payment_intent ?? query.charge?.replace(/^ch_/, "pi_");
    const records = id === undefined ? store.refunds.values() : getRefunds(store, id);
    return paginate(records, query, { url: "/v1/refunds", kind: "refund", serialize });
  });

  on("GET", "/v1/refunds/:id", p.onlyExpand, (_, id) =>
    serialize(findRecord(store.refunds, id, "refund", "refund")),
  );
}

/** All that is left, or `amount`. Throws Stripe's errors for more than that. */
function getRefundAmount({ store }: Account, { id, ...payment }: Payment, amount?: number): number {
  const refunded = getAmountRefunded(store, id);
  const left = payment.amount - refunded;
  if (left === 0) {
    throw invalidRequest(
      `Charge ${getChargeId(id)} has already been refunded.`,
      undefined,
      "charge_already_refunded",
    );
  }
  if (amount === undefined || amount <= left) return amount ?? left;
  const format = (value: number) => formatAmount(value, payment.currency);
  const limit = refunded === 0 ? "charge amount" : "unrefunded amount on charge";
  throw invalidRequest(
    `Refund amount (${format(amount)}) is greater than ${limit} (${format(left)})`,
    "amount",
  );
}
