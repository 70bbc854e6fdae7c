/** How amounts, dates and states are written on the pages. */

import { escapeHtml, page } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import type { PriceRecord, SubscriptionRecord } from "../records.ts";

/** `25000` US cents is `$250.00`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
}

/** `$250.00 per month`. */
export function formatPrice(price: PriceRecord, quantity = 1): string {
  return `${formatAmount(price.unitAmount * quantity, price.currency)} per ${price.interval}`;
}

/** `November 20, 2026`, in UTC. */
export function formatDate(moment: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    moment * 1000,
  );
}

/** What comes next for a subscription, in one sentence. */
export function describeNext(account: Account, record: SubscriptionRecord): string {
  if (record.endedAt !== null) return `Ended on ${formatDate(record.endedAt)}`;
  if (record.cancelAt !== null) return `Cancels on ${formatDate(record.cancelAt)}`;
  if (record.status === "trialing" && record.trialEnd !== null) {
    const price = formatPrice(account.store.price(record.price), record.quantity);
    return `Trial ends on ${formatDate(record.trialEnd)}, then ${price}`;
  }
  if (record.status === "paused") return "Paused: the trial ended without a card";
  return `Next billing date: ${formatDate(record.periodEnd)}`;
}

/** A page of the local Stripe, under the banner that says it is not the real one. */
export function stripePage(title: string, bodyHtml: string, status = 200): Response {
  const banner = `<p class="banner" style="margin:0">Local Stripe — no real money</p>`;
  return page(title, `${banner}<main>${bodyHtml}</main>`, { status });
}

/** A page with one message, for links that lead nowhere any more. */
export function messagePage(
  title: string,
  text: string,
  status: number,
  link?: { url: string; text: string },
): Response {
  const linkHtml = link
    ? `<p><a class="button" href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`
    : "";
  return stripePage(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${linkHtml}`,
    status,
  );
}
