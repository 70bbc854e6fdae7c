/** The page of one invoice, `/i/:id`: what it asks for and whether it was paid. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Account } from "../account.ts";
import type { ServerEnv } from "../api/router.ts";
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
</table></div>`,
  );
}
