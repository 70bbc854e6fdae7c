import { and, eq, lt } from "drizzle-orm";
import Stripe from "stripe";
import { customers } from "#drizzle/schema";
import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { failure, type Result } from "~/http/app-error";
import type { Platform } from "~/platform/context.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
  isServerError,
  TIMEOUTS,
  type TimeoutProfile,
} from "../stripe/stripe.server";
import { getFirstTrialStart, hasLivePlan, missingCustomer } from "../sync/stripe-customer.server";
import { syncCustomer } from "../sync/sync.server";
import { hasCustomer, type SyncVersion } from "../sync/sync-version.server";
import { type CheckoutError, CLOSED_FOR_MIN } from "./checkout-errors.server";
import { type CheckoutLease, type LeasedRow, withCheckoutLease } from "./checkout-lease.server";
import {
  buildSessionParams,
  type CheckoutRequest,
  expireCheckoutSessions,
  isReusableSession,
  listCheckoutSessions,
} from "./checkout-session.server";

/** The share of the profile's budget that may be spent waiting for the lease. */
const LEASE_WAIT_SHARE = 0.6;

export type CheckoutResult = Result<{ readonly id: string; readonly url: string }, CheckoutError>;

/**
 * Returns the user's open Checkout session for this plan, or creates one. Concurrent requests yield one
 * customer and one session, and no user can subscribe twice. Never throws.
 */
export async function startCheckout(
  platform: Platform,
  session: SessionRef,
  request: CheckoutRequest,
  profile: TimeoutProfile,
): Promise<CheckoutResult> {
  try {
    const context = await createBillingContext(platform, profile);
    const user = requireLiveSession(session);
    const waitMs = LEASE_WAIT_SHARE * TIMEOUTS[profile].budgetMs;
    const result = await withCheckoutLease(platform, { user, waitMs }, (lease) =>
      openSession(context, lease, request),
    );
    return result ?? failure("in-progress");
  } catch (error) {
    if (isSessionEnded(error)) return failure("session-ended");
    logError("checkout.failed", error, { requestId: platform.requestId });
    return failure(toCheckoutError(error));
  }
}

function toCheckoutError(error: unknown): CheckoutError {
  if (classifyStripeError(error) === "unknown") return "no-response";
  const isEmailRejected = error instanceof Stripe.errors.StripeError && error.param === "email";
  return isEmailRejected ? "email-rejected" : "unavailable";
}

async function openSession(
  context: BillingContext,
  { row, renew }: CheckoutLease,
  request: CheckoutRequest,
): Promise<CheckoutResult> {
  const closedAt = row.billingClosedAt?.getTime() ?? 0;
  if (Date.now() - closedAt < CLOSED_FOR_MIN * 60_000) return failure("closing");

  const { sessions, customer } = hasCustomer(row)
    ? await readLinkedCustomer(context, row)
    : NO_CUSTOMER;
  if (hasLivePlan(customer, context.catalog)) return failure("already-subscribed");
  // Replace a customer only when Stripe reports it deleted: the wrong API key must not unlink paying
  // customers.
  if (customer.state === "unknown") return failure("unknown-customer");

  const hasHadTrial =
    row.trialUsedAt !== null || getFirstTrialStart(customer, context.catalog) !== null;
  const existingId = customer.state === "present" ? row.customerId : null;
  const reusable = existingId
    ? sessions.find((session) => isReusableSession(session, request, hasHadTrial))
    : undefined;
  const others = sessions.filter((session) => session !== reusable);
  if (!(await expireUnpaid(context, others, existingId))) return failure("already-subscribed");
  if (reusable) return toResult(reusable);
  const id = existingId ?? (await createCustomer(context, row));
  if (!(await renew({ id, isNew: !existingId }))) return failure("in-progress");
  const buyer = { userId: row.userId, stripeCustomerId: id, hasHadTrial };
  const params = buildSessionParams(request, buyer);
  return toResult(await context.stripe.checkout.sessions.create(params));
}

/** Expires sessions. False if one was paid in the meantime: it can't be expired. Throws Stripe's errors. */
async function expireUnpaid(
  context: BillingContext,
  sessions: readonly Stripe.Checkout.Session[],
  customerId: string | null,
): Promise<boolean> {
  try {
    await expireCheckoutSessions(context.stripe, sessions);
    return true;
  } catch (error) {
    if (customerId === null) throw error;
    const { customer } = await syncCustomer(context, customerId);
    if (hasLivePlan(customer, context.catalog)) return false;
    throw error;
  }
}

const NO_CUSTOMER = { sessions: [], customer: missingCustomer("deleted") };

/**
 * Syncs the customer, and lists their sessions at the same time. A session that was paid in between can be
 * complete without its subscription in the response; then the subscriptions are read again.
 */
async function readLinkedCustomer(context: BillingContext, version: SyncVersion) {
  const { customerId } = version;
  const [listed, { customer }] = await Promise.all([
    listCheckoutSessions(context.stripe, customerId),
    syncCustomer(context, version),
  ]);
  // The customer's other sessions are for what the product sells once.
  const sessions = listed.filter(({ mode }) => mode === "subscription");
  const known = new Set(customer.subscriptions.map(({ id }) => id));
  const isPaidSince = sessions.some(
    ({ subscription }) => typeof subscription === "string" && !known.has(subscription),
  );
  return isPaidSince
    ? { sessions, customer: (await syncCustomer(context, customerId)).customer }
    : { sessions, customer };
}

function toResult({ id, url }: Stripe.Checkout.Session): CheckoutResult {
  if (!url) throw new Error(`Checkout session ${id} has no URL`);
  return { ok: true, value: { id, url } };
}

/**
 * Creates a customer at Stripe. The idempotency key returns the one of a request that crashed before linking
 * it.
 */
async function createCustomer(
  { stripe, database }: BillingContext,
  { userId, email, name, customerId, token, syncVersion }: LeasedRow,
): Promise<string> {
  // The row's version. A deletion changes it, so that the key does not return the deleted customer.
  const version = customerId === null ? syncVersion : token;
  // Keys hold at most 255 characters and no personal data. Source: Stripe, "Idempotent requests".
  const idempotencyKey = await sha256Hex(`customer ${userId} ${email} ${name} ${version}`);
  const params = { email, ...(name === "" ? {} : { name }), metadata: { userId } };
  try {
    return (await stripe.customers.create(params, { idempotencyKey })).id;
  } catch (error) {
    // The next try needs another key, so another version.
    if (isServerError(error)) {
      const isOfUser = and(eq(customers.userId, userId), lt(customers.syncVersion, token));
      await database.update(customers).set({ syncVersion: token }).where(isOfUser);
    }
    throw error;
  }
}
