/** The hosted invoice page, `/i/:id`: an open invoice is paid with the card on file or another one. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Account } from "../account.ts";
import { attachCard } from "../billing/customers.ts";
import { collectPayment } from "../billing/renewals.ts";
import { isEnded } from "../billing/subscriptions.ts";
import { getAmountDue, getTotal } from "../objects/invoices.ts";
import type { InvoiceRecord } from "../records.ts";
import type { ServerEnv } from "../requests/router.ts";
import { formatAmount, formatDate } from "../text.ts";
import { cardFields, checkCard, readCardInput, testCardTable } from "./cards.ts";
import { messagePage, stripePage } from "./format.ts";
import { BLANK_CARD } from "./portal-flow-page.ts";

export function registerInvoicePage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/i/:id", (context) => {
    const invoice = account.store.invoices.get(context.req.param("id"));
    return invoice
      ? invoicePage(invoice)
      : messagePage("Page not found", "This invoice does not exist.", 404);
  });
  app.post("/i/:id", async (context) => {
    const { store, clock } = account;
    const invoice = store.invoices.get(context.req.param("id"));
    if (!invoice) return messagePage("Page not found", "This invoice does not exist.", 404);
    const subscription = store.subscriptions.get(invoice.subscription);
    if (subscription && !isEnded(subscription) && invoice.status === "open") {
      const input = readCardInput(await context.req.formData());
      const check = input.cardNumber === "" ? undefined : checkCard(input, clock.now());
      if (check?.outcome === "rejected") return invoicePage(invoice, check.message, input);
      const customer = store.getCustomer(invoice.customer);
      const card = check && attachCard(account, customer, check.card).id;
      collectPayment(account, subscription, invoice, card);
      if (!isPaid(invoice)) return invoicePage(invoice, "Your card was declined.", input);
    }
    return context.redirect(`/i/${invoice.id}`, 303);
  });
}

const isPaid = ({ status }: InvoiceRecord) => status === "paid";

/** `input`: what was typed before the problem. */
function invoicePage(invoice: InvoiceRecord, problem?: string, input = BLANK_CARD): Response {
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
${invoice.discount && row("Discount", -invoice.discount.amount)}
${row("Total", getTotal(invoice))}
${balance !== 0 && row("Customer balance", balance)}
${row(isPaid(invoice) ? "Amount paid" : "Amount due", getAmountDue(invoice))}
</table></div>
${problem && html`<p role="alert">${problem}</p>`}
${
  invoice.status === "open" &&
  html`<form class="card" method="post" action="/i/${invoice.id}">
<p>Leave the fields empty to pay with the card on file.</p>${cardFields(input)}
<button formnovalidate>Pay invoice</button>${testCardTable()}</form>`
}`,
    problem ? 402 : 200,
  );
}
