import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { customers } from "#drizzle/schema";
import { type PlanId, TRIAL_DAYS } from "~/content/plans";
import type { Platform } from "~/platform/context.server.ts";
import type { Database } from "~/platform/database.server.ts";
import { createStripe } from "./stripe.server.ts";
import { syncCustomer } from "./sync.server.ts";

/** A click that has not finished after this has died; the next one may go ahead. */
const CLAIM_SECONDS = 30;

export interface Buyer {
  readonly userId: string;
  readonly email: string;
}

export interface CheckoutRequest {
  readonly planId: PlanId;
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export type CheckoutResult =
  | { readonly ok: true; readonly id: string; readonly url: string }
  | { readonly ok: false; readonly reason: "already-subscribed" | "in-progress" };

/**
 * A Checkout session for this buyer and plan: the open one if there is one, else a new one. Clicks in
 * several tabs make one customer and one session, and nobody subscribes twice. Throws Stripe's errors.
 */
export async function startCheckout(
  platform: Platform,
  buyer: Buyer,
  checkout: CheckoutRequest,
): Promise<CheckoutResult> {
  const stripe = createStripe(platform.config.stripe);
  const database = await platform.database.get();
  const customerId = await findOrCreateCustomer(database, stripe, buyer);
  const { hasLiveSubscription } = await syncCustomer(database, stripe, customerId);
  if (hasLiveSubscription) return { ok: false, reason: "already-subscribed" };
  if (!(await claimCheckout(database, buyer.userId))) return { ok: false, reason: "in-progress" };
  try {
    const session =
      (await reuseOpenSession(stripe, customerId, checkout)) ??
      (await createSession(stripe, customerId, buyer, checkout));
    if (!session.url) throw new Error(`Checkout session ${session.id} has no page`);
    return { ok: true, id: session.id, url: session.url };
  } finally {
    await releaseCheckout(database, buyer.userId);
  }
}

async function findOrCreateCustomer(
  database: Database,
  stripe: Stripe,
  buyer: Buyer,
): Promise<string> {
  const [known] = await database
    .select({ id: customers.stripeCustomerId, syncTicket: customers.syncTicket })
    .from(customers)
    .where(eq(customers.userId, buyer.userId));
  if (known?.id) return known.id;
  const created = await stripe.customers.create(
    { email: buyer.email, metadata: { userId: buyer.userId } },
    // The ticket makes the key new after a customer was deleted at Stripe.
    { idempotencyKey: `customer/${buyer.userId}/${buyer.email}/${known?.syncTicket ?? 0}` },
  );
  const [stored] = await database
    .insert(customers)
    .values({ userId: buyer.userId, stripeCustomerId: created.id })
    .onConflictDoUpdate({
      target: customers.userId,
      set: {
        stripeCustomerId: sql`coalesce(${customers.stripeCustomerId}, excluded.stripe_customer_id)`,
      },
    })
    .returning({ id: customers.stripeCustomerId });
  return stored?.id ?? created.id;
}

async function claimCheckout(database: Database, userId: string): Promise<boolean> {
  const free = or(
    isNull(customers.checkoutClaimedAt),
    lt(customers.checkoutClaimedAt, sql`now() - make_interval(secs => ${CLAIM_SECONDS})`),
  );
  const claimed = await database
    .update(customers)
    .set({ checkoutClaimedAt: sql`now()` })
    .where(and(eq(customers.userId, userId), free))
    .returning({ userId: customers.userId });
  return claimed.length > 0;
}

async function releaseCheckout(database: Database, userId: string): Promise<void> {
  await database
    .update(customers)
    .set({ checkoutClaimedAt: null })
    .where(eq(customers.userId, userId));
}

/** Open sessions for anything else are closed, so that only one can ever be paid. */
async function reuseOpenSession(
  stripe: Stripe,
  customer: string,
  checkout: CheckoutRequest,
): Promise<Stripe.Checkout.Session | undefined> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: 20 });
  const fits = (session: Stripe.Checkout.Session) =>
    session.metadata?.priceId === checkout.priceId &&
    session.success_url === checkout.successUrl &&
    session.cancel_url === checkout.cancelUrl;
  const reusable = open.data.find(fits);
  for (const session of open.data) {
    if (session !== reusable) await stripe.checkout.sessions.expire(session.id);
  }
  return reusable;
}

async function createSession(
  stripe: Stripe,
  customer: string,
  buyer: Buyer,
  checkout: CheckoutRequest,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: buyer.userId,
    line_items: [{ price: checkout.priceId, quantity: 1 }],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    metadata: { userId: buyer.userId, planId: checkout.planId, priceId: checkout.priceId },
    subscription_data: { trial_period_days: TRIAL_DAYS, metadata: { userId: buyer.userId } },
  });
}
