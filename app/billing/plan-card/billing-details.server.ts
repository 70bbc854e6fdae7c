/** The plan card's facts, read from Stripe. */
import type Stripe from "stripe";
import { findPlan } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { type TextWithDates, textWithDates } from "~/ui/time/dated-text";
import { billingDate, dateFromSeconds } from "../billing-date";
import { formatAmount, formatPrice } from "../money";
import { describePlanState, type PlanState } from "../plan/plan-words";
import {
  findPlanId,
  findScheduledPlan,
  isActiveStatus,
  isEndedStatus,
  type PlanPrices,
} from "../plan/subscription";
import { createStripe } from "../stripe/stripe.server";
import { findPlanItem, findScheduledPrice } from "../stripe/stripe-customer.server";
import { productIdOf } from "../stripe/stripe-objects";
import { assertList } from "../stripe/stripe-pages.server";
import type { BillingDetails, InvoiceLine } from "./billing-details";
import { type PlanAtStripe, readPlanAtStripe } from "./plan-at-stripe.server";

const INVOICES_SHOWN = 5;
/** Drafts are not shown, and there is hardly ever more than one. */
const INVOICES_READ = INVOICES_SHOWN + 2;

const NOT_SHOWN =
  "We can't show your next payment, card, and invoices right now. Your plan is not affected. A change you just made may take a few minutes to show.";
const TOO_OFTEN = "You have looked at this very often. Please try again in a minute.";

/**
 * What Stripe says of the customer of user `userId`: at most ten times a minute, within the time and the retries of
 * "details" in stripe.server.ts. Never throws; a failure is logged.
 */
export async function readBillingDetails(
  platform: Platform,
  user: { readonly id: string; readonly stripeCustomerId: string | null | undefined },
): Promise<BillingDetails> {
  if (!user.stripeCustomerId) return { state: "none" };
  const limited = await checkRateLimit(platform, { purpose: "billing-details", subject: user.id });
  if (limited) return { state: "unavailable", message: TOO_OFTEN };
  try {
    return await readAll(platform.config.stripe, user.stripeCustomerId);
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return { state: "unavailable", message: NOT_SHOWN };
  }
}

async function readAll(
  config: Platform["config"]["stripe"],
  customer: string,
): Promise<BillingDetails> {
  const stripe = createStripe(config, "details");
  const [read, listed] = await Promise.allSettled([
    readPlanAtStripe(stripe, config, customer),
    stripe.invoices.list({ customer, limit: INVOICES_READ }).then(assertList),
  ]);
  if (read.status === "rejected") throw read.reason;
  const plan = read.value;
  if (!plan) return { state: "none" };
  if (listed.status === "rejected") throw listed.reason;
  const invoices = listed.value;
  const upcoming = await readUpcoming(stripe, plan);
  return {
    state: "known",
    words: describePlanState(stateOf(plan.subscription, config)),
    others: plan.others.map((other) => describePlanState(stateOf(other, config)).text),
    nextPayment: upcoming ? nextPayment(plan, upcoming) : null,
    owed: owed(invoices.data),
    card: plan.card,
    invoices: invoices.data
      .filter(({ status }) => status !== "draft")
      .slice(0, INVOICES_SHOWN)
      .map(invoiceLine),
  };
}

/** The next invoice; undefined when there will be none. */
async function readUpcoming(
  stripe: Stripe,
  { subscription }: PlanAtStripe,
): Promise<Stripe.Invoice | undefined> {
  if (!subscription || !isActiveStatus(subscription.status)) return undefined;
  try {
    return await stripe.invoices.createPreview({ subscription: subscription.id });
  } catch (error) {
    const hasNone =
      error instanceof Error && "code" in error && error.code === "invoice_upcoming_none";
    if (hasNone) return undefined;
    throw error;
  }
}

/** The plan as Stripe has it, for the words. */
function stateOf(subscription: Stripe.Subscription | undefined, catalogue: PlanPrices): PlanState {
  const item = subscription && findPlanItem(subscription, catalogue);
  const isLive = subscription !== undefined && !isEndedStatus(subscription.status);
  const periodEnd = item?.current_period_end;
  const cancelAt =
    subscription?.cancel_at ?? (subscription?.cancel_at_period_end ? periodEnd : null);
  return {
    status: subscription?.status ?? null,
    planName: item ? planNameOf(item.price.id, productIdOf(item.price), catalogue) : null,
    price: item ? priceOf(item) : null,
    trialEnd: isLive ? billingDate(dateFromSeconds(subscription.trial_end)) : null,
    cancelAt: isLive ? billingDate(dateFromSeconds(cancelAt)) : null,
    currentPeriodEnd: isLive ? billingDate(dateFromSeconds(periodEnd)) : null,
    next: isLive ? findScheduledPlan(findScheduledPrice(subscription, catalogue), catalogue) : null,
  };
}

function planNameOf(price: string, product: string, catalogue: PlanPrices): string | null {
  return findPlan(findPlanId({ price, product }, catalogue))?.name ?? null;
}

/** "$250 a month", "$2,400 a year", "$90 every 3 months"; null for a price that is no plain one. */
function priceOf({ price, quantity }: Stripe.SubscriptionItem): string | null {
  if (price.unit_amount === null || !price.recurring) return null;
  const amount = formatPrice(price.unit_amount * (quantity ?? 1), price.currency);
  const { interval, interval_count: count } = price.recurring;
  return count === 1 ? `${amount} a ${interval}` : `${amount} every ${count} ${interval}s`;
}

function nextPayment({ item }: PlanAtStripe, upcoming: Stripe.Invoice): TextWithDates {
  const day = billingDate(dateFromSeconds(item?.current_period_end));
  const amount = formatAmount(upcoming.amount_due, upcoming.currency);
  return day === null ? [amount] : textWithDates`${amount} on ${day}`;
}

/** What has not been paid, and when the card is tried again. */
function owed(invoices: readonly Stripe.Invoice[]): TextWithDates | null {
  const open = invoices.filter(({ status }) => status === "open");
  const [first] = open;
  if (!first) return null;
  const sum = open.reduce((total, { amount_remaining: amount }) => total + amount, 0);
  const attempts = open.flatMap(({ next_payment_attempt: moment }) => moment ?? []);
  const amount = formatAmount(sum, first.currency);
  if (attempts.length === 0) return [amount];
  const retry = billingDate(dateFromSeconds(Math.min(...attempts)));
  return textWithDates`${amount}; your card is tried again on ${retry}`;
}

const STATUSES: Readonly<Record<string, string>> = {
  paid: "Paid",
  open: "To be paid",
  uncollectible: "Not paid",
  void: "Void",
};

function invoiceLine(invoice: Stripe.Invoice): InvoiceLine {
  const { id, created, total, currency, status } = invoice;
  return {
    id,
    day: billingDate(dateFromSeconds(created)),
    amount: formatAmount(total, currency),
    status: STATUSES[status ?? ""] ?? status ?? "",
    isOpen: status === "open",
    url: webAddress(invoice.hosted_invoice_url),
    pdf: webAddress(invoice.invoice_pdf),
  };
}

/** Only what a link may hold: an address of the web. */
function webAddress(address: string | null | undefined): string | null {
  const protocol = address ? URL.parse(address)?.protocol : undefined;
  return address && (protocol === "https:" || protocol === "http:") ? address : null;
}
