/** Invoices: `/v1/invoices`. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { previewInvoice } from "../billing/invoices.ts";
import { calculateItemChange } from "../billing/item-changes.ts";
import { createPeriodLines, getInterval } from "../billing/items.ts";
import { isEnded } from "../billing/subscriptions.ts";
import { nextPeriodEnd } from "../clock.ts";
import { toInvoicePayment } from "../objects/invoice-payments.ts";
import { getAmountDue, serializeInvoice } from "../objects/invoices.ts";
import {
  type InvoiceLineRecord,
  type InvoiceRecord,
  PRORATION_BEHAVIORS,
  type SubscriptionRecord,
} from "../records.ts";
import { invalidRequest, missingReference, StripeError } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import { getReferencedCustomer } from "./customers.ts";
import { applyItemChanges, ItemParams } from "./subscription-items.ts";

const ListParams = v.strictObject({
  ...p.listEntries,
  created: v.optional(p.timeRange),
  customer: v.optional(p.text),
  status: v.optional(p.oneOf("draft", "open", "paid", "uncollectible", "void")),
  subscription: v.optional(p.text),
} satisfies p.Entries<Stripe.InvoiceListParams>);

const PaymentListParams = v.strictObject({
  ...p.listEntries,
  invoice: p.text,
  status: v.literal("paid", "The local Stripe lists paid payments only."),
} satisfies p.EntriesByName<Stripe.InvoicePaymentListParams>);

const PreviewParams = v.strictObject({
  customer: v.optional(p.text),
  expand: v.optional(p.expand),
  subscription: v.optional(p.text),
  subscription_details: v.optional(
    v.strictObject({
      items: v.optional(v.array(ItemParams)),
      proration_behavior: v.optional(p.oneOf(...PRORATION_BEHAVIORS)),
    } satisfies p.Entries<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>),
  ),
} satisfies p.Entries<Stripe.InvoiceCreatePreviewParams>);

type PreviewParams = v.InferOutput<typeof PreviewParams>;

export function registerInvoices({ account, on }: Api): void {
  const { store } = account;

  on("GET", "/v1/invoices", ListParams, (query) => {
    const records = [...store.invoices.values()].filter(
      (record) =>
        (query.customer ?? record.customer) === record.customer &&
        (query.subscription ?? record.subscription) === record.subscription &&
        (query.status ?? record.status) === record.status,
    );
    const serialize = (record: InvoiceRecord) => serializeInvoice(account, record);
    return paginate(records, query, { url: "/v1/invoices", kind: "invoice", serialize });
  });

  on("GET", "/v1/invoice_payments", PaymentListParams, (query) => {
    const invoice = store.invoices.get(query.invoice);
    if (!invoice) throw missingReference("invoice", query.invoice, "invoice");
    return paginate(
      invoice.paidWith !== null && getAmountDue(invoice) > 0 ? [invoice] : [],
      query,
      {
        url: "/v1/invoice_payments",
        kind: "invoice_payment",
        serialize: toInvoicePayment,
      },
    );
  });

  on("POST", "/v1/invoices/create_preview", PreviewParams, (parameters) => {
    const record = getPreviewedSubscription(account, parameters);
    const lines = getUpcomingLines(account, record, parameters.subscription_details);
    return serializeInvoice(account, previewInvoice(account, record, lines));
  });
}

/** Without `subscription`, the customer's next one to be invoiced (Stripe: Create a preview invoice). */
function getPreviewedSubscription(
  { store }: Account,
  { customer, subscription: id, subscription_details: details }: PreviewParams,
): SubscriptionRecord {
  if (id !== undefined) {
    const record = store.subscriptions.get(id);
    if (record && (customer ?? record.customer) === record.customer) return record;
    throw missingReference("subscription", id, "subscription");
  }
  if (customer === undefined) {
    throw invalidRequest(
      "You must specify one of these parameters: customer, subscription.",
      "customer",
      "parameter_missing",
    );
  }
  if (details !== undefined) {
    throw invalidRequest(
      "The local Stripe previews changes to an existing subscription only: specify subscription.",
      "subscription",
    );
  }
  const [next] = store
    .getCustomerSubscriptions(getReferencedCustomer(store, customer).id)
    .filter((record) => willBeInvoiced(record))
    .sort((a, b) => a.periodEnd - b.periodEnd);
  if (next) return next;
  throw noUpcomingInvoice(customer);
}

/** False for a subscription that ends before its next invoice. */
function willBeInvoiced(record: SubscriptionRecord): boolean {
  const endsFirst = record.cancelAt !== null && record.cancelAt <= record.periodEnd;
  return !isEnded(record) && (!endsFirst || record.pendingLines.length > 0);
}

/** Lines of the next invoice: now for a change that is invoiced immediately, else at the end of the period. */
function getUpcomingLines(
  account: Account,
  record: SubscriptionRecord,
  details: PreviewParams["subscription_details"],
): InvoiceLineRecord[] {
  const items = applyItemChanges(account, record, details?.items, "subscription_details[items]");
  const bill = calculateItemChange(
    account,
    record,
    items,
    details?.proration_behavior ?? "create_prorations",
  );
  if (bill.isInvoicedNow) return bill.lines;
  const pending = [...record.pendingLines, ...bill.lines];
  const endsFirst = record.cancelAt !== null && record.cancelAt <= record.periodEnd;
  if (isEnded(record) || (endsFirst && pending.length === 0)) {
    throw noUpcomingInvoice(record.customer);
  }
  if (endsFirst) return pending;
  const next = details?.items === undefined ? (record.scheduled?.items ?? items) : items;
  const periodStart = record.periodEnd;
  const periodEnd = nextPeriodEnd(record.anchor, getInterval(account, next), periodStart);
  return [...pending, ...createPeriodLines(account, next, { periodStart, periodEnd })];
}

function noUpcomingInvoice(customer: string): StripeError {
  const { body } = invalidRequest(
    `No upcoming invoices for customer: ${customer}`,
    undefined,
    "invoice_upcoming_none",
  );
  return new StripeError(404, body);
}
