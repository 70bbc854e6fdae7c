/** How prices and states are written on the pages, and what all pages have in common. */
import { html } from "hono/html";
import { type Markup, page } from "local-kit";
import type { Account } from "../account.ts";
import { costOf, currencyOf, describeItems, intervalOf } from "../billing/items.ts";
import type { OrderLine, SubscriptionRecord } from "../records.ts";
import { formatAmount, formatDate } from "../text.ts";

/** `$250.00 per month`: what some items cost together. */
export function formatPrice(account: Account, lines: readonly OrderLine[]): string {
  const amount = formatAmount(costOf(account, lines), currencyOf(account, lines));
  return `${amount} per ${intervalOf(account, lines)}`;
}

/** What comes next for a subscription, in one sentence. */
export function describeNext(account: Account, record: SubscriptionRecord): string {
  if (record.endedAt !== null) return `Ended on ${formatDate(record.endedAt)}`;
  if (record.cancelAt !== null) return `Cancels on ${formatDate(record.cancelAt)}`;
  if (record.status === "incomplete") return "The first payment is not complete";
  const { scheduled } = record;
  const next = scheduled?.items ?? record.items;
  if (record.status === "trialing" && record.trialEnd !== null) {
    return `Trial ends on ${formatDate(record.trialEnd)}, then ${formatPrice(account, next)}`;
  }
  if (record.status === "paused") return "Paused: the trial ended without a card";
  const date = `Next billing date: ${formatDate(record.periodEnd)}`;
  return scheduled ? `${date}, from then on ${describeItems(account, next)}` : date;
}

/** A page of the local Stripe, under the banner that says it is not the real one. */
export function stripePage(title: string, body: Markup, status = 200): Response {
  const banner = html`<p class="banner" style="margin:0">Local Stripe — no real money</p>`;
  return page(title, html`${banner}<main>${body}</main>`, { status });
}

/** A page with one message, for links that lead nowhere any more. */
export function messagePage(
  title: string,
  text: string,
  status: number,
  link?: { url: string; text: string },
): Response {
  const button = link && html`<p><a class="button" href="${link.url}">${link.text}</a></p>`;
  return stripePage(title, html`<h1>${title}</h1><p>${text}</p>${button}`, status);
}
