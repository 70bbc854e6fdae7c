/** What has happened: events, invoices, cards. To be read only. */
import type Stripe from "stripe";
import * as v from "valibot";
import { notFound } from "../errors.ts";
import { listPage } from "../lists.ts";
import { toPaymentMethod } from "../objects/customers.ts";
import { viewInvoice } from "../objects/views.ts";
import * as p from "../parameters.ts";
import type { EventRecord, InvoiceRecord } from "../records.ts";
import type { Api } from "./router.ts";

const EventListParams = v.strictObject({
  ...p.listEntries,
  type: v.optional(p.text),
  types: v.optional(v.array(p.text)),
} satisfies p.Entries<Stripe.EventListParams>);

const InvoiceListParams = v.strictObject({
  ...p.listEntries,
  customer: v.optional(p.text),
  status: v.optional(p.oneOf("draft", "open", "paid", "uncollectible", "void")),
  subscription: v.optional(p.text),
} satisfies p.Entries<Stripe.InvoiceListParams>);

export function registerHistory({ account, on }: Api): void {
  const { store } = account;

  on("GET", "/v1/events", EventListParams, (query) => {
    const records = [...store.events.values()].filter(
      (record) =>
        (query.type === undefined || matchesType(record.type, query.type)) &&
        (query.types?.some((type) => matchesType(record.type, type)) ?? true),
    );
    return listPage(records, query, { url: "/v1/events", kind: "event", show: eventObject });
  });

  on("GET", "/v1/events/:id", p.onlyExpand, (_, id) => {
    const record = store.events.get(id);
    if (!record) throw notFound("event", id);
    return eventObject(record);
  });

  on("GET", "/v1/invoices", InvoiceListParams, (query) => {
    const records = [...store.invoices.values()].filter(
      (record) =>
        (query.customer ?? record.customer) === record.customer &&
        (query.subscription ?? record.subscription) === record.subscription &&
        (query.status ?? record.status) === record.status,
    );
    const show = (record: InvoiceRecord) => viewInvoice(account, record);
    return listPage(records, query, { url: "/v1/invoices", kind: "invoice", show });
  });

  on("GET", "/v1/invoices/:id", p.onlyExpand, (_, id) => {
    const record = store.invoices.get(id);
    if (!record) throw notFound("invoice", id, "invoice");
    return viewInvoice(account, record);
  });

  on("GET", "/v1/payment_methods/:id", p.onlyExpand, (_, id) => {
    const record = store.paymentMethods.get(id);
    if (!record) throw notFound("PaymentMethod", id, "payment_method");
    return toPaymentMethod(record);
  });
}

/** An event is shown as it was sent, not as its object is by now. */
function eventObject(record: EventRecord): object {
  return JSON.parse(record.body);
}

/** `customer.subscription.*` means every event of that group. */
function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
