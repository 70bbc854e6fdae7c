import type Stripe from "stripe";
import {
  billingDetailsErrors,
  billingDetailText,
  invoiceStatuses,
} from "~/content/billing/billing-details";
import type { PaymentDue } from "~/content/billing/plan-status.server";
import { describeReturn, type ReturnNotice } from "~/content/billing/return-notice.server";
import type { DatedText } from "~/content/dated-text";
import { PLAN_IDS } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { formatAmount, formatPrice } from "../money";
import { billingDate, dateFromSeconds } from "../plan/billing-date";
import { isActiveStatus, type PlanCatalog } from "../plan/plan-catalog";
import { type PlanView, readPlan } from "../plan/plan-view.server";
import { assertList } from "../stripe/pagination.server";
import { createStripe } from "../stripe/stripe.server";
import {
  findPlanItem,
  pickSubscription,
  readStripeCustomer,
  toPlanRow,
} from "../stripe/stripe-customer.server";
import type { BillingDetails, InvoiceLine } from "./billing-details";

const MAX_INVOICES = 5;
/** Drafts and $0.00 invoices are filtered out; there are rarely more than two. */
const INVOICE_LIMIT = MAX_INVOICES + 2;
/** An invoice this new belongs to the step that the reader just completed. Seconds. */
const JUST_CHARGED_S = 15 * 60;

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
  const [read, listed] = await Promise.allSettled([
    readStripeCustomer(stripe, customer, ["data.default_payment_method"]),
    stripe.invoices.list({ customer, limit: INVOICE_LIMIT }).then(assertList),
  ]);
  if (read.status === "rejected") throw read.reason;
  const { state, subscriptions, paymentMethod } = read.value;
  if (state === "deleted") return { state: "none" };
  if (state === "unknown") throw new Error("Stripe doesn't know the customer");
  if (listed.status === "rejected") throw listed.reason;
  const invoices = listed.value.data;
  const subscription = pickSubscription(subscriptions, config);
  const [upcoming, card] = await Promise.all([
    previewUpcomingInvoice(stripe, subscription),
    describeCard(stripe, subscription?.default_payment_method ?? paymentMethod),
  ]);
  const due = findPaymentDue(invoices, card);
  const plan = readPlanAtStripe(subscription, config, { due, card });
  return {
    state: "loaded",
    plan,
    nextPayment: upcoming && !plan.isTrialWithoutCard ? describeNextPayment(plan, upcoming) : null,
    due,
    justCharged: findJustCharged(invoices),
    card,
    invoices: invoices
      .filter(({ status, total }) => status !== "draft" && total !== 0)
      .slice(0, MAX_INVOICES)
      .map(toInvoiceLine),
  };
}

/** The next invoice; undefined when there will be none. */
async function previewUpcomingInvoice(
  stripe: Stripe,
  subscription: Stripe.Subscription | undefined,
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

function readPlanAtStripe(
  subscription: Stripe.Subscription | undefined,
  catalog: PlanCatalog,
  payment?: { readonly due: PaymentDue | null; readonly card: string | null },
): PlanView {
  const item = subscription && findPlanItem(subscription, catalog);
  const price = item ? describePrice(item) : null;
  const atTrialEnd = subscription?.trial_settings?.end_behavior.missing_payment_method;
  const isTrialWithoutCard = payment?.card === null && atTrialEnd !== "create_invoice";
  const facts = { price, due: payment?.due ?? null, isTrialWithoutCard };
  return readPlan(toPlanRow(subscription, catalog), catalog, facts);
}

/** "$250 a month", "$2,400 a year", "$90 every 3 months"; null for tiered or one-time prices. */
function describePrice({ price, quantity }: Stripe.SubscriptionItem): string | null {
  if (price.unit_amount === null || !price.recurring) return null;
  const amount = formatPrice(price.unit_amount * (quantity ?? 1), price.currency);
  const { interval, interval_count: count } = price.recurring;
  return billingDetailText.recurringPrice(amount, interval, count);
}

function describeNextPayment(
  { currentPeriodEnd: date }: PlanView,
  { amount_due, currency }: Stripe.Invoice,
): DatedText {
  const amount = formatAmount(amount_due, currency);
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

function findJustCharged([latest]: readonly Stripe.Invoice[]): string | null {
  const isNew = latest && latest.created > Date.now() / 1000 - JUST_CHARGED_S;
  if (!isNew || latest.status !== "paid" || latest.amount_paid === 0) return null;
  return formatAmount(latest.amount_paid, latest.currency);
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

/** What to say to a reader who returns from the step in the URL; null for other values. */
export function describePortalReturn(
  step: string | null,
  details: BillingDetails | null,
): ReturnNotice | null {
  const known = (["card", "cancel", "keep", ...PLAN_IDS] as const).find((id) => id === step);
  if (!known || details?.state === "none") return null;
  if (details?.state !== "loaded") return describeReturn(known, undefined);
  return describeReturn(known, { ...details, isActive: isActiveStatus(details.plan.status) });
}

/** Brands whose name is more than a capital letter away. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa ending in 4242", or the type of another payment method; null without one. */
async function describeCard(stripe: Stripe, paymentMethod: string | Stripe.PaymentMethod | null) {
  if (paymentMethod === null) return null;
  const { type, card } =
    typeof paymentMethod === "string"
      ? await stripe.paymentMethods.retrieve(paymentMethod)
      : paymentMethod;
  if (!card) return capitalize(type.replaceAll("_", " "));
  return billingDetailText.cardNumber(BRANDS[card.brand] ?? capitalize(card.brand), card.last4);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
