/** Shared page layout, and formatting of prices and subscription states. */
import { html } from "hono/html";
import { type Markup, renderPage } from "local-kit";
import type { Account } from "../account.ts";
import { describeItems, getCost, getCurrency, getInterval } from "../billing/items.ts";
import type { OrderLine, SubscriptionRecord } from "../records.ts";
import { formatAmount, formatDate } from "../text.ts";

/** The total price of `lines`, e.g. `$250.00 per month`, or `$250.00` for what is paid once. */
export function formatPrice(account: Account, lines: readonly OrderLine[]): string {
  const amount = formatAmount(getCost(account, lines), getCurrency(account, lines));
  const isOnce = lines.every(({ price }) => account.store.getPrice(price).interval === null);
  return isOnce ? amount : `${amount} per ${getInterval(account, lines)}`;
}

/** Describes the subscription's next event, e.g. its renewal. */
export function describeNextEvent(account: Account, record: SubscriptionRecord): string {
  if (record.endedAt !== null) return `Ended on ${formatDate(record.endedAt)}`;
  if (record.cancelAt !== null) return `Cancels on ${formatDate(record.cancelAt)}`;
  if (record.status === "incomplete") return "The first payment is incomplete";
  const { scheduled } = record;
  const next = scheduled?.items ?? record.items;
  if (record.status === "trialing" && record.trialEnd !== null) {
    return `Trial ends on ${formatDate(record.trialEnd)}, then ${formatPrice(account, next)}`;
  }
  const date = `Next billing date: ${formatDate(record.periodEnd)}`;
  return scheduled ? `${date}, then ${describeItems(account, next)}` : date;
}

/** A page with the banner of the local Stripe. */
export function stripePage(title: string, body: Markup, status = 200): Response {
  const banner = html`<p class="banner" style="margin:0"><a href="/">Local Stripe</a> stands in for Stripe: no real money</p>`;
  return renderPage(title, html`${banner}<main>${body}</main>`, { status });
}

/** A page with one message, e.g. for an expired link. */
export function messagePage(
  title: string,
  text: string,
  status: number,
  link?: { url: string; text: string },
): Response {
  const button = link && html`<p><a class="button" href="${link.url}">${link.text}</a></p>`;
  return stripePage(title, html`<h1>${title}</h1><p>${text}</p>${button}`, status);
}

interface Row {
  /** The id of the record, the target of links to it. */
  id: string;
  cells: (Markup | Markup[] | string | null)[];
}

/** A table whose rows are stacked on a phone, each cell with its heading. */
export function table(headings: string[], rows: Row[], empty: string): Markup {
  if (rows.length === 0) return html`<p class="card muted">${empty}</p>`;
  const head = headings.map((heading) => html`<th>${heading}</th>`);
  const lines = rows.map(
    ({ id, cells }) =>
      html`<tr id="${id}">${cells.map(
        (cell, index) => html`<td data-label="${headings[index]}"><div>${cell}</div></td>`,
      )}</tr>`,
  );
  return html`<div class="card"><table class="stacked"><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
