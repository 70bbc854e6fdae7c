import type Stripe from "stripe";
import { findPlan } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { type DatedText, datedText } from "~/ui/time/dated-text";
import { formatAmount } from "../money";
import { billingDate, dateFromSeconds } from "../plan/billing-date";
import { findPlanId, isActiveStatus, type PlanCatalog } from "../plan/plan-catalog";
import type { PaymentDue } from "../plan/plan-status.server";
import { readPlan } from "../plan/plan-view.server";
import { assertList } from "../stripe/pagination.server";
import { createStripe } from "../stripe/stripe.server";
import {
  findPlanItem,
  pickSubscription,
  readStripeCustomer,
  type StripeCustomer,
  toPlanRow,
} from "../stripe/stripe-customer.server";
import { describePrice, readPayment } from "../stripe/stripe-payment.server";
import type { BillingDetails, InvoiceLine } from "./billing-details";
import { snapshotPlan } from "./return-notice.server";

const MAX_INVOICES = 5;
/** Drafts and $0.00 invoices are filtered out; there are rarely more than two. */
const INVOICE_LIMIT = MAX_INVOICES + 2;

/** What the page calls each status at Stripe. */
const INVOICE_STATUSES: Readonly<Record<string, string>> = {
  paid: "Paid",
  open: "Due",
  uncollectible: "Uncollectible",
  void: "Void",
};

/**
 * The details of a user's customer at Stripe, within the "details" timeouts and at most ten times a minute
 * for a user. Never throws; a failure is logged.
 */
export async function readBillingDetails(
  platform: Platform,
  user: { readonly id: string; readonly stripeCustomerId: string | null | undefined },
): Promise<BillingDetails> {
  if (!user.stripeCustomerId) return { state: "none" };
  const limited = await checkRateLimit(platform, { purpose: "billing-details", subject: user.id });
  if (limited)
    return {
      state: "unavailable",
      message: "You’ve refreshed this too often. Please try again in a minute.",
    };
  try {
    return await readDetails(platform.config.stripe, user.stripeCustomerId);
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return {
      state: "unavailable",
      message:
        "We can’t show your next payment, card, and invoices right now. Your plan is not affected. A change you just made may take a few minutes to show.",
    };
  }
}

async function readDetails(
  config: Platform["config"]["stripe"],
  customer: string,
): Promise<BillingDetails> {
  const stripe = createStripe(config, "details");
  const [read, listed, previewed] = await Promise.allSettled([
    readStripeCustomer(stripe, customer),
    stripe.invoices.list({ customer, limit: INVOICE_LIMIT }).then(assertList),
    previewUpcomingInvoice(stripe, customer),
  ]);
  if (read.status === "rejected") throw read.reason;
  const { state } = read.value;
  if (state === "deleted") return { state: "none" };
  if (state === "unknown") throw new Error("Stripe doesn't know the customer");
  if (listed.status === "rejected") throw listed.reason;
  if (previewed.status === "rejected") throw previewed.reason;
  const invoices = listed.value.data;
  const { plan, card, due } = readPlanAtStripe(read.value, config, invoices);
  const isCharged = isActiveStatus(plan.status);
  return {
    state: "loaded",
    plan,
    nextPayment: isCharged && previewed.value ? describeNextPayment(previewed.value) : null,
    due,
    card,
    invoices: invoices
      .filter(({ status, total }) => status !== "draft" && total !== 0)
      .slice(0, MAX_INVOICES)
      .map((invoice) => toInvoiceLine(invoice, config)),
  };
}

/** The next invoice of any of the customer's subscriptions; undefined when there will be none. */
async function previewUpcomingInvoice(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Invoice | undefined> {
  try {
    return await stripe.invoices.createPreview({ customer });
  } catch (error) {
    const hasNone =
      error instanceof Error && "code" in error && error.code === "invoice_upcoming_none";
    if (hasNone) return undefined;
    throw error;
  }
}

/** The plan and its payment. Without `invoices`, the latest one is judged. */
export function readPlanAtStripe(
  customer: StripeCustomer,
  catalog: PlanCatalog,
  invoices?: readonly Stripe.Invoice[],
) {
  const subscription = pickSubscription(customer.subscriptions, catalog);
  const { card, cardAddedAt, invoice, lastPayment } = readPayment(customer, subscription);
  const due = findPaymentDue(invoices ?? (invoice ? [invoice] : []), card);
  const row = toPlanRow(subscription, catalog);
  const plan = readPlan(row, catalog, {
    price: describePrice(subscription && findPlanItem(subscription, catalog)),
    due,
  });
  const mark = snapshotPlan(row);
  return { mark, plan, card, cardAddedAt, due, lastPayment };
}

function describeNextPayment({ amount_due, currency, period_end }: Stripe.Invoice): DatedText {
  const amount = formatAmount(amount_due, currency);
  return datedText`${amount} on ${billingDate(dateFromSeconds(period_end))}`;
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

/** "Pro plan", "Switch to Business", or Stripe's description of the largest line. */
function describeInvoice({ billing_reason, lines }: Stripe.Invoice, catalog: PlanCatalog): string {
  const line = lines.data.toSorted((a, b) => b.amount - a.amount)[0];
  const { price, product = null } = line?.pricing?.price_details ?? {};
  const ids = { price: typeof price === "object" ? price.id : (price ?? null), product };
  const plan = findPlan(findPlanId(ids, catalog));
  if (!plan) return line?.description ?? "";
  return billing_reason === "subscription_update" ? `Switch to ${plan.name}` : `${plan.name} plan`;
}

function toInvoiceLine(invoice: Stripe.Invoice, catalog: PlanCatalog): InvoiceLine {
  const { id, created, total, currency, status } = invoice;
  return {
    id,
    date: billingDate(dateFromSeconds(created)),
    amount: formatAmount(total, currency),
    subject: describeInvoice(invoice, catalog),
    status: INVOICE_STATUSES[status ?? ""] ?? status ?? "",
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
