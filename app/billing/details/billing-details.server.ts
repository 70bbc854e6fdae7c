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
import { createStripe } from "../stripe/stripe.server";
import { pickSubscription, readStripeCustomer, toPlanRow } from "../stripe/stripe-customer.server";
import { readCharge, readPayment, type StoredCharge } from "../stripe/stripe-payment.server";

const MAX_INVOICES = 5;
/** Drafts and $0.00 invoices are filtered out; there are rarely more than two. */
const INVOICE_LIMIT = MAX_INVOICES + 2;

/** What the page calls each status at Stripe; nothing for the usual one. */
const INVOICE_STATUSES: Readonly<Record<string, string>> = {
  paid: "",
  open: "Due",
  uncollectible: "Uncollectible",
  void: "Void",
};

/** What a user's row says of their customer at Stripe. */
interface DetailsUser {
  readonly id: string;
  readonly stripeCustomerId: string | null | undefined;
  readonly lastCharge?: StoredCharge | null | undefined;
}

/** "none": Stripe has no customer for this user. "unavailable": they could not be read; `message` says why. */
export type BillingDetails =
  | { readonly state: "unavailable"; readonly message: string }
  | Awaited<ReturnType<typeof readDetails>>;

export type InvoiceLine = Readonly<ReturnType<typeof toInvoiceLine>>;

/**
 * The details of a user's customer at Stripe, within the "details" timeouts; limited for each user, more than a
 * person needs. Never throws; a failure is logged.
 */
export async function readBillingDetails(
  platform: Platform,
  user: DetailsUser,
): Promise<BillingDetails> {
  if (!user.stripeCustomerId) return { state: "none" };
  if (await checkRateLimit(platform, { purpose: "billing-details", person: user.id })) {
    return {
      state: "unavailable",
      message: `${MISSING}: this page was loaded too often. Try again in a minute.`,
    };
  }
  try {
    const { stripeCustomerId, lastCharge = null } = user;
    return await readDetails(platform.config.stripe, stripeCustomerId, lastCharge);
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return {
      state: "unavailable",
      message: `${MISSING} right now. Your plan is not affected. A change you just made may take a few minutes to show.`,
    };
  }
}

const MISSING = "We can’t show your next payment, card, and invoices";

/** Formatted here; the browser only lays it out. */
async function readDetails(
  config: Platform["config"]["stripe"],
  customerId: string,
  stored: StoredCharge | null,
) {
  const stripe = createStripe(config, "details");
  const [read, listed, previewed] = await Promise.allSettled([
    readStripeCustomer(stripe, customerId),
    stripe.invoices.list({ customer: customerId, limit: INVOICE_LIMIT }),
    previewUpcomingInvoice(stripe, customerId),
  ]);
  if (read.status === "rejected") throw read.reason;
  const customer = read.value;
  if (customer.state === "deleted") return { state: "none" } as const;
  if (customer.state === "unknown") throw new Error("Stripe doesn't know the customer");
  if (listed.status === "rejected") throw listed.reason;
  if (previewed.status === "rejected") throw previewed.reason;
  const invoices = listed.value.data;
  const subscription = pickSubscription(customer.subscriptions, config);
  const payment = readPayment(customer, subscription);
  const charge = await readCharge(stripe, payment, stored);
  const { card } = payment;
  const due = findPaymentDue(invoices, card);
  const plan = readPlan(toPlanRow(subscription, config), config, due);
  const isCharged = isActiveStatus(plan.status);
  return {
    state: "loaded" as const,
    // The page's own copy may be older.
    plan,
    // Null when nothing will be charged, or when open invoices make it unknown.
    nextPayment: isCharged && previewed.value ? describeNextPayment(previewed.value) : null,
    due,
    card,
    // Paid the last invoice in its place; null if `card` did, or nothing was paid.
    otherCard: charge?.nextCard ? charge.card : null,
    // Newest first, without drafts and the $0.00 invoices of trials.
    invoices: invoices
      .filter(({ status, total }) => status !== "draft" && total !== 0)
      .slice(0, MAX_INVOICES)
      .map((invoice) => toInvoiceLine(invoice, config)),
  };
}

/** The next invoice of any of the customer's subscriptions; undefined when there will be none. */
async function previewUpcomingInvoice(stripe: Stripe, customer: string) {
  try {
    return await stripe.invoices.createPreview({ customer });
  } catch (error) {
    const hasNone =
      error instanceof Error && "code" in error && error.code === "invoice_upcoming_none";
    if (hasNone) return undefined;
    throw error;
  }
}

function describeNextPayment({
  amount_due,
  currency,
  period_end,
  lines,
}: Stripe.Invoice): DatedText {
  const amount = formatAmount(amount_due, currency);
  // The plan's line; others are prorations of it, or further items.
  const items = new Set(lines.data.map(({ pricing }) => readPriceIds(pricing).product));
  const others = items.size - 1;
  const extra = others > 0 ? `, with ${others} other ${others === 1 ? "item" : "items"}` : "";
  return datedText`${amount} on ${billingDate(dateFromSeconds(period_end))}${extra}`;
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
  const plan = findPlan(findPlanId(readPriceIds(line?.pricing), catalog));
  if (!plan) return line?.description ?? "";
  return billing_reason === "subscription_update" ? `Switch to ${plan.name}` : `${plan.name} plan`;
}

function readPriceIds(pricing: Stripe.InvoiceLineItem["pricing"] | undefined) {
  const { price, product = null } = pricing?.price_details ?? {};
  return { price: typeof price === "object" ? price.id : (price ?? null), product };
}

function toInvoiceLine(invoice: Stripe.Invoice, catalog: PlanCatalog) {
  const { id, created, total, currency, status } = invoice;
  return {
    id,
    date: billingDate(dateFromSeconds(created)),
    amount: formatAmount(total, currency),
    subject: describeInvoice(invoice, catalog),
    status: INVOICE_STATUSES[status ?? ""] ?? status ?? "",
    // It can still be paid.
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
