import { and, eq, isNull, or } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import type { Platform } from "~/platform/context.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError, logInfo } from "~/platform/log.server";
import { BILLING_OPTIONS } from "../stripe/billing-options";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
  getBudgetMs,
  type TimeoutProfile,
} from "../stripe/stripe.server";
import { readCustomer } from "../sync/customers.server";
import { syncCustomer } from "../sync/sync.server";
import { type CheckoutLease, withCheckoutLease } from "./checkout-lease.server";
import {
  buildSessionParams,
  type CheckoutRequest,
  expireCheckoutSessions,
  isReusableSession,
  listOpenSessions,
} from "./checkout-session.server";

/** How long a started deletion blocks checkout, in case the account is not deleted after all. */
const CLOSED_FOR_MS = 10 * 60_000;
/** The share of the profile's budget that may be spent waiting for the lease. */
const LEASE_WAIT_SHARE = 0.6;

/**
 * - "already-subscribed": the user has a subscription that has not ended
 * - "in-progress": another request holds the checkout lease
 * - "session-ended": the session has ended or the account was deleted
 * - "closing": a deletion of the account was started
 * - "unknown-customer": Stripe does not know the user's customer, so an operator has to check the API key
 * - "not-sold": Stripe rejected the price
 * - "refused": Stripe rejected the call for another reason
 * - "no-answer": no response, so a session may have been created
 * - "unavailable": the database failed, or Stripe's rate limit was reached
 */
export type CheckoutError =
  | "already-subscribed"
  | "in-progress"
  | "session-ended"
  | "closing"
  | "unknown-customer"
  | "not-sold"
  | "refused"
  | "no-answer"
  | "unavailable";

export type CheckoutResult =
  | { readonly ok: true; readonly id: string; readonly url: string }
  | { readonly ok: false; readonly reason: CheckoutError };

/**
 * Returns the user's open Checkout session for this plan, or creates one. Concurrent requests yield one customer and one
 * session, and no user can subscribe twice. Never throws.
 */
export async function startCheckout(
  platform: Platform,
  session: SessionRef,
  request: CheckoutRequest,
  profile: TimeoutProfile,
): Promise<CheckoutResult> {
  const { userId } = session;
  try {
    const context = await createBillingContext(platform, profile);
    const { database } = context;
    const [user] = await database
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, requireLiveSession(session)));
    if (!user) return fail("session-ended");
    const checkout: Checkout = { context, userId, ...user, request };
    const waitMs = LEASE_WAIT_SHARE * getBudgetMs(profile);
    const result = await withCheckoutLease({ database, userId, waitMs }, (lease) =>
      openSession(checkout, lease),
    );
    if (result && !result.ok && result.reason === "unknown-customer") {
      logInfo("billing.unknown_customer", { requestId: platform.requestId });
    }
    return result ?? fail("in-progress");
  } catch (error) {
    if (isSessionEnded(error)) return fail("session-ended");
    logError("checkout.failed", error, { requestId: platform.requestId });
    return fail(toCheckoutError(error));
  }
}

function toCheckoutError(error: unknown): CheckoutError {
  const outcome = classifyStripeError(error);
  if (outcome === "unknown") return "no-answer";
  if (outcome === undefined) return "unavailable";
  const isPriceRejected =
    error instanceof Error && "param" in error && error.param === "line_items[0][price]";
  return isPriceRejected ? "not-sold" : "refused";
}

interface Checkout {
  readonly context: BillingContext;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly request: CheckoutRequest;
}

function fail(reason: CheckoutError): CheckoutResult {
  return { ok: false, reason };
}

async function openSession(checkout: Checkout, lease: CheckoutLease): Promise<CheckoutResult> {
  const { context, userId, request } = checkout;
  const { database, stripe } = context;
  const row = await readCustomer(database, userId);
  const closedAt = row?.billingClosedAt?.getTime() ?? 0;
  if (Date.now() - closedAt < CLOSED_FOR_MS) return fail("closing");

  const linkedId = row?.stripeCustomerId ?? undefined;
  // Sessions before subscriptions: a session paid between the two calls shows up in at least one of them.
  const openSessions = linkedId ? await listOpenSessions(stripe, linkedId) : [];
  const synced = linkedId ? await syncCustomer(context, linkedId) : undefined;
  if (synced?.hasLiveSubscription) return fail("already-subscribed");
  // Replace a customer only when Stripe reports it deleted: the wrong API key must not unlink paying customers.
  if (synced?.customer === "unknown") return fail("unknown-customer");

  const hasHadTrial = Boolean(row?.trialUsedAt) || synced?.hasHadTrial === true;
  const isPresent = linkedId !== undefined && synced?.customer === "present";
  const stripeCustomerId = isPresent ? linkedId : await createCustomer(checkout, linkedId);
  const reusable = isPresent
    ? openSessions.find((session) => isReusableSession(session, request, hasHadTrial))
    : undefined;
  await expireCheckoutSessions(
    stripe,
    openSessions.filter((session) => session !== reusable),
  );
  if (!reusable && !(await lease.renew())) return fail("in-progress");
  const customer = { userId, stripeCustomerId, hasHadTrial };
  const session =
    reusable ??
    (await stripe.checkout.sessions.create(buildSessionParams(request, customer, BILLING_OPTIONS)));
  if (!session.url) throw new Error(`Checkout session ${session.id} has no URL`);
  return { ok: true, id: session.id, url: session.url };
}

/** Creates a customer at Stripe, and links it unless the row already links one other than `deletedId`. */
async function createCustomer(
  { context: { database, stripe }, userId, email, name }: Checkout,
  deletedId: string | undefined,
): Promise<string> {
  // If a previous request crashed between the two steps, the idempotency key returns the same customer. The sync
  // version changes when a customer is deleted, so that the key does not return the deleted one.
  const version = (await readCustomer(database, userId))?.syncVersion ?? 0;
  // Keys hold at most 255 characters and no personal data. Source: Stripe, "Idempotent requests".
  const idempotencyKey = await sha256Hex(
    `customer ${userId} ${email} ${name} ${deletedId ?? ""} ${version}`,
  );
  const created = await stripe.customers.create(
    { email, ...(name === "" ? {} : { name }), metadata: { userId } },
    { idempotencyKey },
  );
  const isUnlinked = or(
    isNull(customers.stripeCustomerId),
    ...(deletedId ? [eq(customers.stripeCustomerId, deletedId)] : []),
  );
  await database
    .update(customers)
    .set({ stripeCustomerId: created.id })
    .where(and(eq(customers.userId, userId), isUnlinked));
  const linkedId = (await readCustomer(database, userId))?.stripeCustomerId;
  if (!linkedId) throw new Error("The account was deleted during its checkout");
  return linkedId;
}
