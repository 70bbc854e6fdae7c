/** Invoices: `/v1/invoices`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { toInvoicePayment } from "../objects/invoice-payments.ts";
import { getAmountDue, serializeInvoice } from "../objects/invoices.ts";
import type { InvoiceRecord } from "../records.ts";
import { missingReference } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";

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
  status: p.oneOf("open", "paid"),
} satisfies p.EntriesByName<Stripe.InvoicePaymentListParams>);

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
    const isListed = query.status === (invoice.paidWith === null ? invoice.status : "paid");
    return paginate(isListed && getAmountDue(invoice) > 0 ? [invoice] : [], query, {
      url: "/v1/invoice_payments",
      kind: "invoice_payment",
      serialize: toInvoicePayment,
    });
  });
}
