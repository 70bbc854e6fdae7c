/** A product and a monthly price for each plan, found by lookup key. */
import Stripe from "stripe";
import { getProductId } from "../../app/billing/stripe/stripe-objects.ts";
import { formatMonthly, type PlanId, plans } from "../../app/content/plans.ts";
import type { Resource } from "../lib/checks.ts";
import { openStripe } from "../lib/stripe.ts";
import { readVar, type Target } from "../lib/target.ts";
import { getProjectName, writeSection } from "./wrangler-toml.ts";

export interface PlanPrice {
  readonly plan: PlanId;
  readonly price: string;
  readonly product: string;
}
type Plan = (typeof plans)[number];

/** Metadata key of a product: the project that created it. */
const OWNER = "project";

const lookupKey = ({ id }: Plan) => `${id}_monthly`;

/** The active prices by lookup key. Throws when one belongs to another project. */
async function readPrices(stripe: Stripe, project: string): Promise<Map<string, Stripe.Price>> {
  const { data } = await stripe.prices.list({
    lookup_keys: plans.map(lookupKey),
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

function hasAmount(price: Stripe.Price, plan: Plan): boolean {
  const { recurring, currency, unit_amount: unitAmount } = price;
  return (
    currency === "usd" &&
    unitAmount === plan.pricePerMonth * 100 &&
    recurring?.interval === "month" &&
    recurring.interval_count === 1
  );
}

/** Ensures one monthly price per plan. A changed amount gets a new price, which takes over the lookup key. */
export async function ensurePrices(stripe: Stripe, project: string): Promise<PlanPrice[]> {
  const known = await readPrices(stripe, project);
  const ensured: PlanPrice[] = [];
  for (const plan of plans) {
    let price = known.get(lookupKey(plan));
    if (!price || !hasAmount(price, plan)) {
      price = await stripe.prices.create({
        product: price ? getProductId(price) : await ensureProduct(stripe, plan, project),
        currency: "usd",
        unit_amount: plan.pricePerMonth * 100,
        recurring: { interval: "month" },
        lookup_key: lookupKey(plan),
        transfer_lookup_key: true,
      });
    }
    ensured.push({ plan: plan.id, price: price.id, product: getProductId(price) });
  }
  return ensured;
}

/** Uses a fixed product id, so that a repeated or interrupted run finds it. */
async function ensureProduct(stripe: Stripe, plan: Plan, project: string): Promise<string> {
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
  return plans.map(({ id: plan }) => ({
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
    const problems = plans.flatMap((plan) => {
      const key = lookupKey(plan);
      const found = known.get(key);
      if (!found) return [`there is no price ${key}`];
      if (!hasAmount(found, plan)) {
        return [`the price ${key} is not ${formatMonthly(plan.pricePerMonth)} as on the site`];
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
