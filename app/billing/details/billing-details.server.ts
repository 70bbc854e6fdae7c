/** Reads a user's billing details from Stripe. */
import type Stripe from "stripe";
import {
  billingDetailsErrors,
  billingDetailText,
  invoiceStatuses,
} from "~/content/billing/billing-details";
import type { PaymentDue } from "~/content/billing/plan-status";
import type { DatedText } from "~/content/dated-text";
import { findPlan } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { formatAmount, formatPrice } from "../money";
import { billingDate, dateFromSeconds } from "../plan/billing-date";
import { describePlanState, type PlanState } from "../plan/plan-description";
import {
  findPlanId,
  findScheduledPlan,
  isActiveStatus,
  isEndedStatus,
  type PlanPrices,
} from "../plan/subscription";
import { assertList } from "../stripe/pagination.server";
import { createStripe } from "../stripe/stripe.server";
import { findPlanItem, findScheduledPrice } from "../stripe/stripe-customer.server";
import { getProductId } from "../stripe/stripe-objects";
import type { BillingDetails, InvoiceLine } from "./billing-details";
import { readStripePlan, type StripePlan } from "./stripe-plan.server";

const MAX_INVOICES = 5;
/** Drafts and $0.00 invoices are filtered out; there are rarely more than two. */
const INVOICE_LIMIT = MAX_INVOICES + 2;

/**
 * The details of a user's customer at Stripe, within the "details" timeouts and at most ten times a minute for a user.
 * Never throws; a failure is logged.
 */
export async function readBillingDetails(
  platform: Platform,
  user: { readonly id: string; readonly stripeCustomerId: string | null | undefined },
): Promise<BillingDetails> {
  if (!user.stripeCustomerId) return { state: "none" };
  const limited = await checkRateLimit(platform, { purpose: "billing-details", subject: user.id });
  if (limited) return { state: "unavailable", message: billingDetailsErrors.rateLimited };
  try {
    return await readDetails(platform.config.stripe, user.stripeCustomerId);
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return { state: "unavailable", message: billingDetailsErrors.unavailable };
  }
}

async function readDetails(
  config: Platform["config"]["stripe"],
  customer: string,
): Promise<BillingDetails> {
  const stripe = createStripe(config, "details");
  const [readPlan, listed] = await Promise.allSettled([
    readStripePlan(stripe, config, customer),
    stripe.invoices.list({ customer, limit: INVOICE_LIMIT }).then(assertList),
  ]);
  if (readPlan.status === "rejected") throw readPlan.reason;
  const plan = readPlan.value;
  if (!plan) return { state: "none" };
  if (listed.status === "rejected") throw listed.reason;
  const invoices = listed.value.data;
  const upcoming = await previewUpcomingInvoice(stripe, plan);
  const due = findPaymentDue(invoices, plan.card);
  const description = describePlanState(toPlanState(plan.subscription, config), due);
  return {
    state: "loaded",
    description,
    others: plan.others.map((other) => describePlanState(toPlanState(other, config)).text),
    nextPayment: upcoming ? describeNextPayment(plan, upcoming) : null,
    amountDue: due && !description.isProblem ? due.amount : null,
    card: plan.card,
    invoices: invoices
      .filter(({ status, total }) => status !== "draft" && total !== 0)
      .slice(0, MAX_INVOICES)
      .map(toInvoiceLine),
  };
}

/** The next invoice; undefined when there will be none. */
async function previewUpcomingInvoice(
  stripe: Stripe,
  { subscription }: StripePlan,
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

function toPlanState(
  subscription: Stripe.Subscription | undefined,
  planPrices: PlanPrices,
): PlanState {
  const item = subscription && findPlanItem(subscription, planPrices);
  const isLive = subscription !== undefined && !isEndedStatus(subscription.status);
  const periodEnd = item?.current_period_end;
  const cancelAt =
    subscription?.cancel_at ?? (subscription?.cancel_at_period_end ? periodEnd : null);
  return {
    status: subscription?.status ?? null,
    planName: item ? findPlanName(item, planPrices) : null,
    price: item ? describePrice(item) : null,
    trialEnd: isLive ? billingDate(dateFromSeconds(subscription.trial_end)) : null,
    cancelAt: isLive ? billingDate(dateFromSeconds(cancelAt)) : null,
    currentPeriodEnd: isLive ? billingDate(dateFromSeconds(periodEnd)) : null,
    next: isLive
      ? findScheduledPlan(findScheduledPrice(subscription, planPrices), planPrices)
      : null,
  };
}

function findPlanName({ price }: Stripe.SubscriptionItem, planPrices: PlanPrices): string | null {
  const planId = findPlanId({ price: price.id, product: getProductId(price) }, planPrices);
  return findPlan(planId)?.name ?? null;
}

/** "$250 a month", "$2,400 a year", "$90 every 3 months"; null for tiered or one-time prices. */
function describePrice({ price, quantity }: Stripe.SubscriptionItem): string | null {
  if (price.unit_amount === null || !price.recurring) return null;
  const amount = formatPrice(price.unit_amount * (quantity ?? 1), price.currency);
  const { interval, interval_count: count } = price.recurring;
  return billingDetailText.recurringPrice(amount, interval, count);
}

function describeNextPayment({ item }: StripePlan, upcoming: Stripe.Invoice): DatedText {
  const date = billingDate(dateFromSeconds(item?.current_period_end));
  const amount = formatAmount(upcoming.amount_due, upcoming.currency);
  return date === null ? [amount] : billingDetailText.nextPayment(amount, date);
}

/** The sum of the open invoices, and when the card is charged for them; null without open invoices. */
function findPaymentDue(
  invoices: readonly Stripe.Invoice[],
  card: string | null,
): PaymentDue | null {
  const open = invoices.filter(({ status }) => status === "open");
  const [first] = open;
  if (!first) return null;
  const sum = open.reduce((total, { amount_remaining: amount }) => total + amount, 0);
  const attempts = open.flatMap(({ next_payment_attempt: attempt }) => attempt ?? []);
  return {
    amount: formatAmount(sum, first.currency),
    card,
    retryAt: attempts.length > 0 ? billingDate(dateFromSeconds(Math.min(...attempts))) : null,
  };
}

function toInvoiceLine(invoice: Stripe.Invoice): InvoiceLine {
  const { id, created, total, currency, status } = invoice;
  return {
    id,
    date: billingDate(dateFromSeconds(created)),
    amount: formatAmount(total, currency),
    status: invoiceStatuses[status ?? ""] ?? status ?? "",
    isOpen: status === "open",
    url: toWebUrl(invoice.hosted_invoice_url),
    pdf: toWebUrl(invoice.invoice_pdf),
  };
}

/** Null unless the URL is http or https: safe as a link's `href`. */
function toWebUrl(url: string | null | undefined): string | null {
  const protocol = url ? URL.parse(url)?.protocol : undefined;
  return url && (protocol === "https:" || protocol === "http:") ? url : null;
}
