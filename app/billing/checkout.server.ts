import { and, eq, isNull, or } from "drizzle-orm";
import type Stripe from "stripe";
import { customers, users } from "#drizzle/schema";
import { type PlanId, TRIAL_DAYS } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError } from "~/platform/log.server";
import { sha256Hex } from "~/platform/sha-256.server";
import { type CheckoutClaim, withCheckoutClaim } from "./checkout-claim.server";
import { expireSessions, listOpenSessions } from "./checkout-sessions.server";
import { readCustomer } from "./customers.server";
import { createStripe, type Waiting } from "./stripe.server";
import { syncCustomer } from "./sync.server";

/** A user who is leaving gets no checkout for this long; whoever stays after all does again. */
const CLOSED_FOR_MS = 10 * 60_000;
/** Nobody is sent to a session that is about to expire under their hands. */
const REUSABLE_FOR_S = 10 * 60;

export interface CheckoutRequest {
  readonly planId: PlanId;
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * "already-subscribed": there is a subscription that has not ended. "in-progress": another tab is at it.
 * "unknown-user": the account is gone. "closing": it is being deleted. "unavailable": Stripe or the
 * database did not do their part.
 */
export type CheckoutRefusal =
  | "already-subscribed"
  | "in-progress"
  | "unknown-user"
  | "closing"
  | "unavailable";

export type CheckoutResult =
  | { readonly ok: true; readonly id: string; readonly url: string }
  | { readonly ok: false; readonly reason: CheckoutRefusal };

/**
 * A Checkout session for this user and plan: the open one if there is one, else a new one. Clicks in
 * several tabs make one customer and one session, and nobody subscribes twice. Never throws.
 */
export async function startCheckout(
  platform: Platform,
  userId: string,
  request: CheckoutRequest,
  waiting: Waiting,
): Promise<CheckoutResult> {
  try {
    const database = await platform.database.get();
    const [user] = await database
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    if (!user) return refuse("unknown-user");
    const checkout: Checkout = {
      database,
      stripe: createStripe(platform.config.stripe, waiting),
      userId,
      email: user.email,
      request,
    };
    const result = await withCheckoutClaim(database, userId, (claim) =>
      openSession(checkout, claim),
    );
    return result ?? refuse("in-progress");
  } catch (error) {
    logError("checkout.failed", error, { requestId: platform.requestId });
    return refuse("unavailable");
  }
}

interface Checkout {
  readonly database: Database;
  readonly stripe: Stripe;
  readonly userId: string;
  readonly email: string;
  readonly request: CheckoutRequest;
}

function refuse(reason: CheckoutRefusal): CheckoutResult {
  return { ok: false, reason };
}

async function openSession(checkout: Checkout, claim: CheckoutClaim): Promise<CheckoutResult> {
  const { database, stripe, userId, request } = checkout;
  const row = await readCustomer(database, userId);
  const closedAt = row?.billingClosedAt?.getTime() ?? 0;
  if (Date.now() - closedAt < CLOSED_FOR_MS) return refuse("closing");

  const known = row?.stripeCustomerId ?? undefined;
  // Sessions before subscriptions: one that is paid in between is then seen as either of them.
  const open = known ? await listOpenSessions(stripe, known) : [];
  const synced = known ? await syncCustomer(database, stripe, known) : undefined;
  if (synced?.hasLiveSubscription) return refuse("already-subscribed");

  const isPresent = known !== undefined && synced?.customer === "present";
  const customer = isPresent ? known : await createCustomer(checkout, known);
  const reusable = isPresent ? open.find((session) => fits(session, request)) : undefined;
  await expireSessions(
    stripe,
    open.filter((session) => session !== reusable),
  );
  if (!reusable && !(await claim.renew())) return refuse("in-progress");
  const session = reusable ?? (await createSession(checkout, customer));
  if (!session.url) throw new Error(`Checkout session ${session.id} has no page`);
  return { ok: true, id: session.id, url: session.url };
}

function fits(session: Stripe.Checkout.Session, request: CheckoutRequest): boolean {
  return (
    session.metadata?.priceId === request.priceId &&
    session.success_url === request.successUrl &&
    session.cancel_url === request.cancelUrl &&
    session.expires_at > Date.now() / 1000 + REUSABLE_FOR_S
  );
}

/** Makes a customer at Stripe and links it in place of `gone`, which no longer exists there. */
async function createCustomer(
  { database, stripe, userId, email }: Checkout,
  gone: string | undefined,
): Promise<string> {
  // Whoever died between the two steps is followed by somebody who gets the same customer. The ticket
  // changes when a customer was deleted: then the next one must be a new one.
  const ticket = (await readCustomer(database, userId))?.syncTicket ?? 0;
  // Keys hold at most 255 characters, and no personal data. Source: Stripe, "Idempotent requests".
  const idempotencyKey = await sha256Hex(`customer ${userId} ${email} ${gone ?? ""} ${ticket}`);
  const created = await stripe.customers.create(
    { email, metadata: { userId } },
    { idempotencyKey },
  );
  const isFree = or(
    isNull(customers.stripeCustomerId),
    ...(gone ? [eq(customers.stripeCustomerId, gone)] : []),
  );
  await database
    .update(customers)
    .set({ stripeCustomerId: created.id })
    .where(and(eq(customers.userId, userId), isFree));
  const linked = (await readCustomer(database, userId))?.stripeCustomerId;
  if (!linked) throw new Error("The account was deleted while its checkout was being opened");
  return linked;
}

async function createSession(
  { stripe, userId, request }: Checkout,
  customer: string,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: userId,
    line_items: [{ price: request.priceId, quantity: 1 }],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    metadata: { userId, planId: request.planId, priceId: request.priceId },
    subscription_data: { trial_period_days: TRIAL_DAYS, metadata: { userId } },
  });
}
