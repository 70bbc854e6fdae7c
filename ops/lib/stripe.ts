/** Finds or creates what a Stripe account needs. Idempotent. */
import { createHash } from "node:crypto";
import Stripe from "stripe";
import { BILLING_OPTIONS } from "../../app/billing/stripe/billing-options.ts";
import { getProductId, WEBHOOK_EVENTS } from "../../app/billing/stripe/stripe-objects.ts";
import { type PlanId, plans } from "../../app/content/plans.ts";
import type { Target } from "./target.ts";

export type EnsureResult = "found" | "created" | "updated";

/** Reports one object of the account. */
export type Report = (outcome: EnsureResult, what: string) => void;

export const WEBHOOK_PATH = "/api/stripe-webhook";

/** The lookup key of a plan's price. */
export function priceLookupKey(plan: PlanId): string {
  return `${plan}_monthly`;
}

const TIMEOUT_MS = 15_000;

/** Creates a client with the SDK's API version, which the Worker uses too. */
export function connectStripe(secretKey: string, apiUrl = "https://api.stripe.com"): Stripe {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    ...{ maxNetworkRetries: 2, telemetry: false, timeout: TIMEOUT_MS },
    ...{ host, port: port || 443, protocol: protocol === "http:" ? "http" : "https" },
  });
}

/** Why STRIPE_SECRET_KEY does not fit the environment: wrong mode or missing. */
export function findKeyProblem({ environment, env }: Target): string | undefined {
  const mode = environment === "production" ? "live" : "test";
  const isOfMode = new RegExp(`^[sr]k_${mode}_`).test(env.STRIPE_SECRET_KEY ?? "");
  return isOfMode ? undefined : `STRIPE_SECRET_KEY must be a ${mode} key for ${environment}`;
}

export interface PlanPrice {
  readonly plan: PlanId;
  readonly price: string;
  readonly product: string;
}

/** Ensures one monthly price per plan. A changed amount gets a new price, which takes over the lookup key. */
export async function ensurePrices(stripe: Stripe, report: Report): Promise<PlanPrice[]> {
  const keys = plans.map(({ id }) => priceLookupKey(id));
  const { data } = await stripe.prices.list({ lookup_keys: keys, active: true });
  const ensured: PlanPrice[] = [];
  for (const plan of plans) {
    const lookupKey = priceLookupKey(plan.id);
    const amount = plan.pricePerMonth * 100;
    const known = data.find((price) => price.lookup_key === lookupKey);
    if (known && isMonthly(known, amount)) {
      report("found", `price ${lookupKey} ${known.id}`);
      ensured.push({ plan: plan.id, price: known.id, product: getProductId(known) });
      continue;
    }
    const product = known ? getProductId(known) : await ensureProduct(stripe, plan, report);
    const price = await stripe.prices.create({
      product,
      currency: "usd",
      unit_amount: amount,
      recurring: { interval: "month" },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
    });
    report("created", `price ${lookupKey} ${price.id}`);
    ensured.push({ plan: plan.id, price: price.id, product });
  }
  return ensured;
}

/** Settings that Stripe's API does not cover: set them in the Dashboard, once in each mode. */
export const MANUAL_STRIPE_SETTINGS: readonly string[] = [
  "Stripe, Settings, Billing, Subscriptions and emails: trial reminders on (7 days before a trial ends), emails about failed payments and about 3-D Secure on",
  "Stripe, the same page: retries by Smart Retries, 2 weeks; after the last one cancel the subscription",
  "Stripe, the same page: cancel a subscription when its payment is disputed",
  "Stripe, Settings, Payments, Checkout: limit customers to one subscription, and lead them to the portal",
  "Stripe, Settings, Business, Customer emails: receipts for successful payments and for refunds on",
  "Stripe, Settings, Business, Branding and Public details: icon, color, support address, terms of service and privacy policy",
  "Stripe, Settings, Communication preferences: an email about every dispute",
];

/** True when `price` is `amount` US cents a month. */
export function isMonthly(price: Stripe.Price, amount: number): boolean {
  const { recurring, currency, unit_amount: unitAmount } = price;
  return (
    currency === "usd" &&
    unitAmount === amount &&
    recurring?.interval === "month" &&
    recurring.interval_count === 1
  );
}

/** Uses a fixed product id, so that a repeated or interrupted run finds it. */
async function ensureProduct(
  stripe: Stripe,
  plan: { readonly id: PlanId; readonly name: string },
  report: Report,
): Promise<string> {
  const id = `plan_${plan.id}`;
  try {
    await stripe.products.retrieve(id);
    report("found", `product ${id}`);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 404) throw error;
    await stripe.products.create({ id, name: plan.name });
    report("created", `product ${id}`);
  }
  return id;
}

/**
 * Ensures an endpoint at the site with exactly the events that the Worker handles. `storeSecret` receives the signing
 * secret of a new one; if it fails, the endpoint is deleted, because Stripe shows the secret only once.
 */
export async function ensureWebhookEndpoint(
  stripe: Stripe,
  siteUrl: string,
  options: { report: Report; storeSecret: (secret: string) => Promise<void> },
): Promise<void> {
  const { report, storeSecret } = options;
  const url = siteUrl + WEBHOOK_PATH;
  const known = await findWebhookEndpoint(stripe, siteUrl);
  if (known) {
    const problem = findVersionProblem(known);
    if (problem) throw new Error(problem);
    if (hasRequiredEvents(known)) return report("found", `webhook endpoint ${url}`);
    await stripe.webhookEndpoints.update(known.id, { enabled_events: [...WEBHOOK_EVENTS] });
    return report("updated", `events of webhook endpoint ${url}`);
  }
  const created = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...WEBHOOK_EVENTS],
    api_version: Stripe.API_VERSION,
    description: "Syncs subscriptions",
  });
  try {
    await storeSecret(created.secret ?? "");
  } catch (error) {
    await stripe.webhookEndpoints.del(created.id);
    throw error;
  }
  report("created", `webhook endpoint ${url}, secret stored`);
}

/** The enabled endpoint of the site. */
export async function findWebhookEndpoint(
  stripe: Stripe,
  siteUrl: string,
): Promise<Stripe.WebhookEndpoint | undefined> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  return data.find(({ url, status }) => url === siteUrl + WEBHOOK_PATH && status === "enabled");
}

/** True when an endpoint has exactly the events that the Worker handles. */
export function hasRequiredEvents({ enabled_events: events }: Stripe.WebhookEndpoint): boolean {
  return events.toSorted().join() === WEBHOOK_EVENTS.toSorted().join();
}

/** Stripe cannot change an endpoint's API version; it needs a new endpoint. */
export function findVersionProblem(endpoint: Stripe.WebhookEndpoint): string | undefined {
  if (endpoint.api_version === Stripe.API_VERSION) return undefined;
  return `Webhook endpoint ${endpoint.id} has API version ${endpoint.api_version ?? "of the account"}, not ${Stripe.API_VERSION}: disable it in the Dashboard and run this again (docs/runbook.md, Rotate a secret)`;
}

/** Metadata key for a hash of the features: Stripe returns a portal's products only on request. */
const FEATURES_HASH = "settings";

/** Portal features and their billing behavior. */
function portalFeatures(
  prices: readonly PlanPrice[],
): Stripe.BillingPortal.ConfigurationUpdateParams.Features {
  return {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: {
      enabled: true,
      mode: "at_period_end",
      ...(BILLING_OPTIONS.cancellationReasons && {
        cancellation_reason: {
          enabled: true,
          options: ["too_expensive", "missing_features", "switched_service", "unused", "other"],
        },
      }),
    },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      // Upgrades are invoiced immediately, downgrades apply at the period's end, trials continue.
      proration_behavior: "always_invoice",
      schedule_at_period_end: {
        conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }],
      },
      trial_update_behavior: "continue_trial",
      products: prices.map(({ price, product }) => ({ product, prices: [price] })),
    },
  };
}

/** Differences from what `ensurePortal` sets, as far as Stripe returns them; one line each. */
export function findPortalProblems({
  features,
}: Stripe.BillingPortal.Configuration): readonly string[] {
  const { subscription_update: update, subscription_cancel: cancel } = features;
  const conditions = update.schedule_at_period_end?.conditions.map(({ type }) => type) ?? [];
  return [
    update.enabled ? "" : "plans cannot be changed",
    update.proration_behavior === "always_invoice" ? "" : "upgrades are not invoiced immediately",
    conditions.includes("decreasing_item_amount")
      ? ""
      : "downgrades do not wait for the period's end",
    update.trial_update_behavior === "continue_trial" ? "" : "a plan change ends the trial",
    cancel.enabled && cancel.mode === "at_period_end"
      ? ""
      : "plans cannot be canceled at the period's end",
    features.payment_method_update.enabled ? "" : "the card cannot be changed",
  ].filter((problem) => problem !== "");
}

/** The account's default portal configuration, which the Worker uses; undefined until one is saved in the Dashboard. */
export async function findPortal(
  stripe: Stripe,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
  return data[0];
}

/**
 * Configures the default portal: plan changes, cancellation at the period's end, cards, invoices. Returns false when
 * the account has no portal yet; the first one is saved in the Dashboard.
 */
export async function ensurePortal(
  stripe: Stripe,
  prices: readonly PlanPrice[],
  report: Report,
): Promise<boolean> {
  const known = await findPortal(stripe);
  if (!known) return false;
  const features = portalFeatures(prices);
  const hash = createHash("sha256").update(JSON.stringify(features)).digest("hex");
  if (known.metadata?.[FEATURES_HASH] === hash && findPortalProblems(known).length === 0) {
    report("found", `portal configuration ${known.id}`);
    return true;
  }
  await stripe.billingPortal.configurations.update(known.id, {
    metadata: { [FEATURES_HASH]: hash },
    features,
  });
  report("updated", `portal configuration ${known.id}`);
  return true;
}
