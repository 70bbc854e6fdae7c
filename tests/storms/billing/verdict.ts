/** Compares the final state with Stripe, independently of the product's code. */
import type postgres from "postgres";
import type Stripe from "stripe";
import { type AuditFigures, readAudit } from "./audit.ts";
import type { StormHarness } from "./storm-harness.ts";

interface StoredRow {
  readonly customer: string | null;
  readonly subscription: string | null;
  readonly price: string | null;
  readonly status: string | null;
  readonly periodEnd: number | null;
  readonly trialEnd: number | null;
  readonly cancelAt: number | null;
}

/** A line for each row that differs from Stripe. */
export async function findWrongRows({ sql, stripe, customers }: StormHarness): Promise<string[]> {
  const rows = await readRows(sql);
  const subscriptions = await readSubscriptions(stripe);
  const wrong: string[] = [];
  for (const { userId, customerId } of customers) {
    const row = JSON.stringify(rows.get(userId));
    const expected = JSON.stringify(toExpectedRow(customerId, subscriptions.get(customerId) ?? []));
    if (row !== expected) wrong.push(`${customerId}: the row is ${row}, Stripe has ${expected}`);
  }
  return wrong;
}

async function readRows(sql: postgres.Sql): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await sql<(StoredRow & { userId: string })[]>`
    select user_id as "userId",
      stripe_customer_id as customer, stripe_subscription_id as subscription,
      stripe_price_id as price, stripe_subscription_status as status,
      extract(epoch from current_period_end)::int as "periodEnd",
      extract(epoch from trial_end)::int as "trialEnd",
      extract(epoch from cancel_at)::int as "cancelAt"
    from public.customers`;
  return new Map(rows.map(({ userId, ...row }) => [userId, row]));
}

/** All subscriptions by customer, newest first. */
async function readSubscriptions(stripe: Stripe): Promise<Map<string, Stripe.Subscription[]>> {
  const found = new Map<string, Stripe.Subscription[]>();
  for await (const subscription of stripe.subscriptions.list({ status: "all", limit: 100 })) {
    const { customer } = subscription;
    const id = typeof customer === "string" ? customer : customer.id;
    found.set(id, [...(found.get(id) ?? []), subscription]);
  }
  return found;
}

/** The live subscription (at most one in a storm), or the latest ended one. */
function toExpectedRow(customer: string, subscriptions: readonly Stripe.Subscription[]): StoredRow {
  const running = subscriptions.filter(({ status }) => status !== "canceled");
  if (running.length > 1) throw new Error(`${customer} has ${running.length} subscriptions`);
  const subscription = running[0] ?? subscriptions[0];
  const item = subscription?.items.data[0];
  return {
    customer,
    subscription: subscription?.id ?? null,
    price: item?.price.id ?? null,
    status: subscription?.status ?? null,
    periodEnd: item?.current_period_end ?? null,
    trialEnd: subscription?.trial_end ?? null,
    cancelAt: subscription?.cancel_at ?? null,
  };
}

interface LedgerFigures extends AuditFigures {
  /** Relevant events that are missing from the ledger. */
  readonly lost: number;
  /** Ledger entries for events that Stripe never sent. */
  readonly invented: number;
  /** Events that were recorded more than once. */
  readonly appliedTwice: number;
}

export async function readLedger(
  sql: postgres.Sql,
  sent: ReadonlySet<string>,
): Promise<LedgerFigures> {
  const recorded = await sql<{ id: string; times: number }[]>`
    select event_id as id, count(*)::int as times from storm.ledger_writes group by event_id`;
  const ids = new Set(recorded.map(({ id }) => id));
  return {
    ...(await readAudit(sql)),
    lost: [...sent].filter((id) => !ids.has(id)).length,
    invented: [...ids].filter((id) => !sent.has(id)).length,
    appliedTwice: recorded.filter(({ times }) => times > 1).length,
  };
}
