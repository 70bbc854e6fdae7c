/** The page of one invoice, `/i/:id`: what it asks for, whether it was paid, and a button that pays what is open. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Account } from "../account.ts";
import type { ServerEnv } from "../api/router.ts";
import { collect } from "../billing/renewals.ts";
import { isEnded } from "../billing/subscriptions.ts";
import { amountDue, totalOf } from "../objects/invoices.ts";
import type { InvoiceRecord } from "../records.ts";
import { formatAmount, formatDate } from "../text.ts";
import { messagePage, stripePage } from "./format.ts";

export function registerInvoicePage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/i/:id", (context) => {
    const invoice = account.store.invoices.get(context.req.param("id"));
    return invoice
      ? invoicePage(invoice)
      : messagePage("Page not found", "There is no such invoice.", 404);
  });
  // With the card on file, as the button of the portal does.
  app.post("/i/:id", (context) => {
    const { store } = account;
    const invoice = store.invoices.get(context.req.param("id"));
    if (!invoice) return messagePage("Page not found", "There is no such invoice.", 404);
    const subscription = store.subscriptions.get(invoice.subscription);
    if (subscription && !isEnded(subscription) && invoice.status === "open") {
      collect(account, subscription, invoice);
    }
    return context.redirect(`/i/${invoice.id}`, 303);
  });
}

function invoicePage(invoice: InvoiceRecord): Response {
  const amount = (value: number) => formatAmount(value, invoice.currency);
  const row = (label: string, value: number) =>
    html`<tr><td>${label}</td><td class="amount">${amount(value)}</td></tr>`;
  const balance = amountDue(invoice) - totalOf(invoice);
  const title = `Invoice ${invoice.number ?? ""}`;
  return stripePage(
    title,
    html`<h1>${title}</h1>
<p>${formatDate(invoice.created)} <span class="tag">${invoice.status}</span></p>
<div class="card"><table>
${invoice.lines.map(({ description, amount: asked }) => row(description, asked))}
${row("Total", totalOf(invoice))}
${balance !== 0 && row("Customer balance", balance)}
${row("Amount due", amountDue(invoice))}
</table></div>
${invoice.status === "open" && html`<form method="post" action="/i/${invoice.id}"><button>Pay invoice</button></form>`}`,
  );
}
