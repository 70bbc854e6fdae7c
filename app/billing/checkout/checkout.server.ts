import { and, eq, isNull, or } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import type { Platform } from "~/platform/context.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError, logInfo } from "~/platform/log.server";
import { BILLING_OPTIONS } from "../stripe/options";
import {
  type BillingContext,
  createBillingContext,
  failedOutcome,
  type TimeoutProfile,
  timeBudgetMs,
} from "../stripe/stripe.server";
import { readCustomer } from "../sync/customers.server";
import { syncCustomer } from "../sync/sync.server";
import { type CheckoutLease, withCheckoutLease } from "./checkout-lease.server";
import {
  type CheckoutRequest,
  expireCheckoutSessions,
  isReusable,
  listOpenSessions,
  sessionParameters,
} from "./checkout-session.server";

/** A user who is leaving gets no checkout for this long; whoever stays after all does again. */
const CLOSED_FOR_MS = 10 * 60_000;
/** Of the time of who is waiting, so much may go into waiting for another tab. */
const SHARE_FOR_CLAIM = 0.6;

/**
 * "already-subscribed": there is a subscription that has not ended. "in-progress": another tab is at it.
 * "session-ended": so has the session, or the account is gone. "closing": it is being deleted. "unknown-customer": Stripe has
 * never heard of the user's customer, which an operator has to look into. "not-sold": Stripe does not sell the price.
 * "refused": Stripe refused the call for another reason. "no-answer": Stripe did not say whether there is a session.
 * "unavailable": the database failed, or Stripe's limit is reached.
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
 * A Checkout session for this user and plan: the open one if there is one, else a new one. Clicks in
 * several tabs make one customer and one session, and nobody subscribes twice. Never throws.
 */
export async function startCheckout(
  platform: Platform,
  session: SessionRef,
  request: CheckoutRequest,
  waiting: TimeoutProfile,
): Promise<CheckoutResult> {
  const { userId } = session;
  try {
    const tools = await createBillingContext(platform, waiting);
    const [user] = await tools.database
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, requireLiveSession(session)));
    if (!user) return refuse("session-ended");
    const checkout: Checkout = { tools, userId, ...user, request };
    const waitMs = SHARE_FOR_CLAIM * timeBudgetMs(waiting);
    const result = await withCheckoutLease({ database: tools.database, userId, waitMs }, (claim) =>
      openSession(checkout, claim),
    );
    if (result && !result.ok && result.reason === "unknown-customer") {
      logInfo("billing.unknown_customer", { requestId: platform.requestId });
    }
    return result ?? refuse("in-progress");
  } catch (error) {
    if (isSessionEnded(error)) return refuse("session-ended");
    logError("checkout.failed", error, { requestId: platform.requestId });
    return refuse(reasonOf(error));
  }
}

function reasonOf(error: unknown): CheckoutError {
  const outcome = failedOutcome(error);
  if (outcome === "unknown") return "no-answer";
  if (outcome !== "refused") return "unavailable";
  const isAboutPrice =
    error instanceof Error && "param" in error && error.param === "line_items[0][price]";
  return isAboutPrice ? "not-sold" : "refused";
}

interface Checkout {
  readonly tools: BillingContext;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly request: CheckoutRequest;
}

function refuse(reason: CheckoutError): CheckoutResult {
  return { ok: false, reason };
}

async function openSession(checkout: Checkout, claim: CheckoutLease): Promise<CheckoutResult> {
  const { tools, userId, request } = checkout;
  const { database, stripe } = tools;
  const row = await readCustomer(database, userId);
  const closedAt = row?.billingClosedAt?.getTime() ?? 0;
  if (Date.now() - closedAt < CLOSED_FOR_MS) return refuse("closing");

  const known = row?.stripeCustomerId ?? undefined;
  // Sessions before subscriptions: one that is paid in between is then seen as either of them.
  const open = known ? await listOpenSessions(stripe, known) : [];
  const synced = known ? await syncCustomer(tools, known) : undefined;
  if (synced?.hasLiveSubscription) return refuse("already-subscribed");
  // Only what Stripe says is deleted is replaced. A wrong key must not cut off a customer who pays.
  if (synced?.customer === "unknown") return refuse("unknown-customer");

  const hasHadTrial = Boolean(row?.trialUsedAt) || synced?.hasHadTrial === true;
  const isPresent = known !== undefined && synced?.customer === "present";
  const customer = isPresent ? known : await createCustomer(checkout, known);
  const reusable = isPresent
    ? open.find((session) => isReusable(session, request, hasHadTrial))
    : undefined;
  await expireCheckoutSessions(
    stripe,
    open.filter((session) => session !== reusable),
  );
  if (!reusable && !(await claim.renew())) return refuse("in-progress");
  const buyer = { userId, customer, hasHadTrial };
  const session =
    reusable ??
    (await stripe.checkout.sessions.create(sessionParameters(request, buyer, BILLING_OPTIONS)));
  if (!session.url) throw new Error(`Checkout session ${session.id} has no page`);
  return { ok: true, id: session.id, url: session.url };
}

/** Makes a customer at Stripe and links it in place of `gone`, which no longer exists there. */
async function createCustomer(
  { tools: { database, stripe }, userId, email, name }: Checkout,
  gone: string | undefined,
): Promise<string> {
  // Whoever died between the two steps is followed by somebody who gets the same customer. The ticket
  // changes when a customer was deleted: then the next one must be a new one.
  const ticket = (await readCustomer(database, userId))?.syncVersion ?? 0;
  // Keys hold at most 255 characters, and no personal data. Source: Stripe, "Idempotent requests".
  const idempotencyKey = await sha256Hex(
    `customer ${userId} ${email} ${name} ${gone ?? ""} ${ticket}`,
  );
  const created = await stripe.customers.create(
    { email, ...(name === "" ? {} : { name }), metadata: { userId } },
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
