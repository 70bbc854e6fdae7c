/** The hosted invoice page, `/i/:id`, with a button to pay an open invoice. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Account } from "../account.ts";
import { collectPayment } from "../billing/renewals.ts";
import { isEnded } from "../billing/subscriptions.ts";
import { getAmountDue, getTotal } from "../objects/invoices.ts";
import type { InvoiceRecord } from "../records.ts";
import type { ServerEnv } from "../requests/router.ts";
import { formatAmount, formatDate } from "../text.ts";
import { messagePage, stripePage } from "./format.ts";

export function registerInvoicePage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/i/:id", (context) => {
    const invoice = account.store.invoices.get(context.req.param("id"));
    return invoice
      ? invoicePage(invoice)
      : messagePage("Page not found", "This invoice does not exist.", 404);
  });
  // Charges the card on file.
  app.post("/i/:id", (context) => {
    const { store } = account;
    const invoice = store.invoices.get(context.req.param("id"));
    if (!invoice) return messagePage("Page not found", "This invoice does not exist.", 404);
    const subscription = store.subscriptions.get(invoice.subscription);
    if (subscription && !isEnded(subscription) && invoice.status === "open") {
      collectPayment(account, subscription, invoice);
    }
    return context.redirect(`/i/${invoice.id}`, 303);
  });
}

function invoicePage(invoice: InvoiceRecord): Response {
  const amount = (value: number) => formatAmount(value, invoice.currency);
  const row = (label: string, value: number) =>
    html`<tr><td>${label}</td><td class="amount">${amount(value)}</td></tr>`;
  const balance = getAmountDue(invoice) - getTotal(invoice);
  const title = `Invoice ${invoice.number ?? ""}`;
  return stripePage(
    title,
    html`<h1>${title}</h1>
<p>${formatDate(invoice.created)} <span class="tag">${invoice.status}</span></p>
<div class="card"><table>
${invoice.lines.map(({ description, amount: value }) => row(description, value))}
${row("Total", getTotal(invoice))}
${balance !== 0 && row("Customer balance", balance)}
${row(invoice.status === "paid" ? "Amount paid" : "Amount due", getAmountDue(invoice))}
</table></div>
${invoice.status === "open" && html`<form method="post" action="/i/${invoice.id}"><button>Pay invoice</button></form>`}`,
  );
}
