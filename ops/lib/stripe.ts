/** What a Stripe account must have, found or made. Running it again changes nothing. */
import { createHash } from "node:crypto";
import Stripe from "stripe";
import { BILLING_OPTIONS } from "../../app/billing/stripe/billing-options.ts";
import { getProductId, WEBHOOK_EVENTS } from "../../app/billing/stripe/stripe-objects.ts";
import { type PlanId, plans } from "../../app/content/plans.ts";
import type { Target } from "./target.ts";

export type EnsureResult = "found" | "created" | "updated";

/** Reports one thing of the account, as one line. */
export type Report = (outcome: EnsureResult, what: string) => void;

export const WEBHOOK_PATH = "/api/stripe-webhook";

/** The key by which a plan's price is found in any account. */
export function priceLookupKey(plan: PlanId): string {
  return `${plan}_monthly`;
}

const TIMEOUT_MS = 15_000;

/** A client for `secretKey`, pinned to the API version of the SDK, which is the Worker's too. */
export function connectStripe(secretKey: string, apiUrl = "https://api.stripe.com"): Stripe {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    ...{ maxNetworkRetries: 2, telemetry: false, timeout: TIMEOUT_MS },
    ...{ host, port: port || 443, protocol: protocol === "http:" ? "http" : "https" },
  });
}

/** Why STRIPE_SECRET_KEY is not the environment's: the other mode's account knows none of our prices. */
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

/** One monthly price per plan. A plan with a new amount gets a new price, which takes over the lookup key. */
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

/** Stripe's settings that its API neither sets nor shows: a person looks after them, once in each mode. */
export const STRIPE_SETTINGS_BY_HAND: readonly string[] = [
  "Stripe, Settings, Billing, Subscriptions and emails: trial reminders on (7 days before a trial ends), mails about failed payments and about 3-D Secure on",
  "Stripe, the same page: retries by Smart Retries, 2 weeks; after the last one cancel the subscription",
  "Stripe, the same page: cancel a subscription when its payment is disputed",
  "Stripe, Settings, Payments, Checkout: limit customers to one subscription, and lead them to the portal",
  "Stripe, Settings, Business, Customer emails: receipts for successful payments and for refunds on",
  "Stripe, Settings, Business, Branding and Public details: icon, colour, support address, terms of service and privacy policy",
  "Stripe, Settings, Communication preferences: a mail to you about every dispute",
];

/** True when `price` charges `amount` US cents every month. */
export function isMonthly(price: Stripe.Price, amount: number): boolean {
  const { recurring, currency, unit_amount: unitAmount } = price;
  return (
    currency === "usd" &&
    unitAmount === amount &&
    recurring?.interval === "month" &&
    recurring.interval_count === 1
  );
}

/** A product with an id of our own, so that a second run, or a half-done first one, finds it. */
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
 * An endpoint at the site with exactly the events that the Worker handles. `keepSecret` gets the signing
 * secret of a new one; if it fails, the endpoint is removed again, for the secret is shown only once.
 */
export async function ensureWebhookEndpoint(
  stripe: Stripe,
  siteUrl: string,
  tools: { report: Report; keepSecret: (secret: string) => Promise<void> },
): Promise<void> {
  const { report, keepSecret } = tools;
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
    description: "Keeps subscriptions in step",
  });
  try {
    await keepSecret(created.secret ?? "");
  } catch (error) {
    await stripe.webhookEndpoints.del(created.id);
    throw error;
  }
  report("created", `webhook endpoint ${url}, secret stored`);
}

/** The enabled endpoint at the site's address. */
export async function findWebhookEndpoint(
  stripe: Stripe,
  siteUrl: string,
): Promise<Stripe.WebhookEndpoint | undefined> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  return data.find(({ url, status }) => url === siteUrl + WEBHOOK_PATH && status === "enabled");
}

/** True when an endpoint gets the events that the Worker handles, and no others. */
export function hasRequiredEvents({ enabled_events: events }: Stripe.WebhookEndpoint): boolean {
  return events.toSorted().join() === WEBHOOK_EVENTS.toSorted().join();
}

/** Stripe cannot change an endpoint's version: a new endpoint has to take over. */
export function findVersionProblem(endpoint: Stripe.WebhookEndpoint): string | undefined {
  if (endpoint.api_version === Stripe.API_VERSION) return undefined;
  return `Webhook endpoint ${endpoint.id} speaks API version ${endpoint.api_version ?? "of the account"}, not ${Stripe.API_VERSION}: disable it in the Dashboard and run this again (docs/operations.md, Rotate)`;
}

/** Marks a configuration as made for these settings, since Stripe shows a portal's products on request only. */
const MADE_FOR = "settings";

/** What customers may do in the portal, and what each of it costs them. */
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
      // An upgrade is paid at once, a downgrade waits for the end of what is paid, a trial stays one.
      proration_behavior: "always_invoice",
      schedule_at_period_end: {
        conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }],
      },
      trial_update_behavior: "continue_trial",
      products: prices.map(({ price, product }) => ({ product, prices: [price] })),
    },
  };
}

/** What of a portal configuration is not as `ensurePortal` makes it, as far as Stripe shows it; one line each. */
export function findPortalProblems({
  features,
}: Stripe.BillingPortal.Configuration): readonly string[] {
  const { subscription_update: update, subscription_cancel: cancel } = features;
  const conditions = update.schedule_at_period_end?.conditions.map(({ type }) => type) ?? [];
  return [
    update.enabled ? "" : "plans cannot be changed",
    update.proration_behavior === "always_invoice" ? "" : "upgrades are not invoiced at once",
    conditions.includes("decreasing_item_amount")
      ? ""
      : "downgrades do not wait for the period's end",
    update.trial_update_behavior === "continue_trial" ? "" : "a change of plan ends the trial",
    cancel.enabled && cancel.mode === "at_period_end"
      ? ""
      : "plans cannot be cancelled to the period's end",
    features.payment_method_update.enabled ? "" : "the card cannot be changed",
  ].filter((problem) => problem !== "");
}

/** The account's default portal configuration, which the Worker uses; undefined until a person has saved one. */
export async function findPortal(
  stripe: Stripe,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
  return data[0];
}

/**
 * Sets up the default portal configuration: change plan, cancel at the end of the period, change the card, see
 * invoices. Answers false when the account has none yet, which only a person can save.
 */
export async function ensurePortal(
  stripe: Stripe,
  prices: readonly PlanPrice[],
  report: Report,
): Promise<boolean> {
  const known = await findPortal(stripe);
  if (!known) return false;
  const features = portalFeatures(prices);
  const madeFor = createHash("sha256").update(JSON.stringify(features)).digest("hex");
  if (known.metadata?.[MADE_FOR] === madeFor && findPortalProblems(known).length === 0) {
    report("found", `portal configuration ${known.id}`);
    return true;
  }
  await stripe.billingPortal.configurations.update(known.id, {
    metadata: { [MADE_FOR]: madeFor },
    features,
  });
  report("updated", `portal configuration ${known.id}`);
  return true;
}
