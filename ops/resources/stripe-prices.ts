/** A product and a price for each plan on sale, found by lookup key. */
import Stripe from "stripe";
import { getProductId } from "../../app/billing/stripe/stripe-objects.ts";
import { formatListPrice, type PaidPlan, type PlanId, paidPlans } from "../../app/content/plans.ts";
import type { Resource } from "../lib/checks.ts";
import { openStripe } from "../lib/stripe.ts";
import { readVar, type Target } from "../lib/target.ts";
import { getProjectName, writeSection } from "./wrangler-toml.ts";

export interface PlanPrice {
  readonly plan: PlanId;
  readonly price: string;
  readonly product: string;
}

/** Metadata key of a product: the project that created it. */
const OWNER = "project";

const lookupKey = ({ id, price }: PaidPlan) => `${id}_${price.interval}ly`;

/** The active prices by lookup key. Throws when one belongs to another project. */
async function readPrices(stripe: Stripe, project: string): Promise<Map<string, Stripe.Price>> {
  const { data } = await stripe.prices.list({
    lookup_keys: paidPlans.map(lookupKey),
    active: true,
    expand: ["data.product"],
  });
  for (const { lookup_key: key, product } of data) {
    if (typeof product === "string" || product.deleted) continue;
    const owner = product.metadata[OWNER];
    if (owner && owner !== project) {
      throw new Error(
        `the price ${key} belongs to the project ${owner}: use a Stripe account for each project`,
      );
    }
  }
  return new Map(data.map((price) => [price.lookup_key ?? "", price]));
}

function isListPrice(
  { recurring, currency, unit_amount: unitAmount }: Stripe.Price,
  { price: { amount, interval } }: PaidPlan,
): boolean {
  return (
    currency === "usd" &&
    unitAmount === amount * 100 &&
    recurring?.interval === interval &&
    recurring.interval_count === 1
  );
}

/** Ensures one price per plan. A changed amount gets a new price, which takes over the lookup key. */
export async function ensurePrices(stripe: Stripe, project: string): Promise<PlanPrice[]> {
  const known = await readPrices(stripe, project);
  const ensured: PlanPrice[] = [];
  for (const plan of paidPlans) {
    let price = known.get(lookupKey(plan));
    if (!price || !isListPrice(price, plan)) {
      price = await stripe.prices.create({
        product: price ? getProductId(price) : await ensureProduct(stripe, plan, project),
        currency: "usd",
        unit_amount: plan.price.amount * 100,
        recurring: { interval: plan.price.interval },
        lookup_key: lookupKey(plan),
        transfer_lookup_key: true,
      });
    }
    ensured.push({ plan: plan.id, price: price.id, product: getProductId(price) });
  }
  return ensured;
}

/** Uses a fixed product id, so that a repeated or interrupted run finds it. */
async function ensureProduct(stripe: Stripe, plan: PaidPlan, project: string): Promise<string> {
  const id = `plan_${plan.id}`;
  try {
    await stripe.products.retrieve(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 404) throw error;
    await stripe.products.create({ id, name: plan.name, metadata: { [OWNER]: project } });
  }
  return id;
}

const priceVariable = (plan: PlanId) => `STRIPE_PRICE_${plan.toUpperCase()}`;
const productVariable = (plan: PlanId) => `STRIPE_PRODUCT_${plan.toUpperCase()}`;

/** The ids in wrangler.toml. */
export function readPlanPrices({ config }: Target): PlanPrice[] {
  return paidPlans.map(({ id: plan }) => ({
    plan,
    price: readVar(config, priceVariable(plan)),
    product: readVar(config, productVariable(plan)),
  }));
}

/** The plan's ids, by their names in wrangler.toml. */
function toVariables({ plan, price, product }: PlanPrice): Record<string, string> {
  return { [priceVariable(plan)]: price, [productVariable(plan)]: product };
}

export const stripePrices: Resource = {
  name: "Stripe prices",
  read: async (target) => {
    const known = await readPrices(openStripe(target), getProjectName(target));
    const problems = paidPlans.flatMap((plan) => {
      const key = lookupKey(plan);
      const found = known.get(key);
      if (!found) return [`there is no price ${key}`];
      if (!isListPrice(found, plan)) {
        return [`the price ${key} is not ${formatListPrice(plan.price)} as on the site`];
      }
      const isSold =
        typeof found.product !== "string" && !found.product.deleted && found.product.active;
      const ids = toVariables({ plan: plan.id, price: found.id, product: getProductId(found) });
      return [
        !isSold && `the product ${getProductId(found)} is archived at Stripe`,
        ...Object.entries(ids).map(
          ([name, id]) =>
            readVar(target.config, name) !== id && `${name} in wrangler.toml is not ${id}`,
        ),
      ];
    });
    return { problems };
  },
  write: async (target) => {
    const prices = await ensurePrices(openStripe(target), getProjectName(target));
    const values = Object.assign({}, ...prices.map(toVariables));
    writeSection(target, `[env.${target.environment}.vars]`, values);
  },
};
