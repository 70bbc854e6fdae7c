/** What Stripe and the database say about one customer. */
import type Stripe from "stripe";
import { formatTable } from "../../tools/cli.ts";

const MAX_INVOICES = 10;

/** A table with both sides of the customer's `row`, its other subscriptions, and its last invoices. */
export async function compareBilling(
  stripe: Stripe,
  row: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const customer = String(row.stripe_customer_id);
  const [subscriptions, invoices] = await Promise.all([
    stripe.subscriptions.list({ customer, status: "all", limit: 100 }),
    stripe.invoices.list({ customer, limit: MAX_INVOICES }),
  ]);
  const current = subscriptions.data.find(({ id }) => id === row.stripe_subscription_id);
  const item = current?.items.data[0];
  const others = subscriptions.data.filter(({ id }) => id !== current?.id);
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ["subscription", row.stripe_subscription_id, current?.id],
    ["status", row.stripe_subscription_status, current?.status],
    ["price", row.stripe_price_id, item?.price.id],
    ["period end", row.current_period_end, fromSeconds(item?.current_period_end)],
    ["trial end", row.trial_end, fromSeconds(current?.trial_end)],
    ["cancel at", row.cancel_at, fromSeconds(current?.cancel_at)],
  ];
  const rows = fields.map(([field, ours, theirs]) => {
    const [database, atStripe] = [show(ours), show(theirs)];
    return { field, database, Stripe: atStripe, "": database === atStripe ? "" : "differs" };
  });
  return [
    `Billing of ${customer}, in UTC:`,
    ...formatTable(rows),
    ...others.map(({ id, status }) => `Stripe also has the subscription ${id}, ${status}`),
    "Last invoices at Stripe:",
    ...formatTable(
      invoices.data.map(({ created, id, status, amount_paid: paid, currency }) => ({
        created: show(fromSeconds(created)),
        invoice: id,
        status,
        paid: `${(paid / 100).toFixed(2)} ${currency}`,
      })),
    ),
  ];
}

function fromSeconds(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}

function show(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace("T", " ");
  return value === null || value === undefined ? "–" : String(value);
}
