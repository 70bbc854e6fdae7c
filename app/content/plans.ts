/**
 * The plans: those on sale, and at most one that is free. Price ids are configuration (STRIPE_PRICE_*) of
 * each environment.
 */

/** The plans on sale, which are products at Stripe. */
export const PLAN_IDS = ["starter", "pro", "business"] as const;

export type PlanId = (typeof PLAN_IDS)[number];

export interface Price {
  /** Whole US dollars. */
  readonly amount: number;
  readonly interval: "month" | "year";
}

interface PlanCopy {
  readonly name: string;
  readonly pitch: string;
  readonly perks: readonly string[];
}

export interface PaidPlan extends PlanCopy {
  readonly id: PlanId;
  readonly price: Price;
}

/** The plan of every account without a subscription: without checkout, and unknown to Stripe. */
export interface FreePlan extends PlanCopy {
  readonly id: "free";
  readonly price: null;
}

export type Plan = PaidPlan | FreePlan;

/** Length of the free trial of every plan on sale. */
export const TRIAL_DAYS = 14;

/** Plans whose subscribers may feature items. */
export const FEATURING_PLANS: readonly PlanId[] = ["pro", "business"];

/** Plans that include hours of changes. */
export const PLANS_WITH_CHANGES: readonly PlanId[] = ["pro", "business"];

/** Cheapest first. */
export const plans: readonly Plan[] = [
  {
    id: "starter",
    name: "Starter",
    price: { amount: 40, interval: "month" },
    pitch: "For one tool that has to keep working.",
    perks: [
      "One application",
      "Updates, backups and monitoring",
      "Fixes when an update breaks something",
    ],
  },
  {
    id: "pro",
    name: "Pro",
    price: { amount: 250, interval: "month" },
    pitch: "For the tools you use every day.",
    perks: [
      "Everything in Starter",
      "Up to five applications",
      "Two hours of changes a month",
      "Changes you can try on a copy first",
      "Featured items on your dashboard",
    ],
  },
  {
    id: "business",
    name: "Business",
    price: { amount: 1900, interval: "month" },
    pitch: "For the software your company runs on.",
    perks: [
      "Everything in Pro",
      "Every application you run on",
      "Sixteen hours of changes a month",
      "A reply the same day if you write before noon on a weekday, our time",
      "Both founders know your software",
      "A planning session every quarter",
      "A test restore twice a year",
    ],
  },
];

export const paidPlans: readonly PaidPlan[] = plans.filter((plan) => plan.price !== null);

/** Undefined where every plan has a price. */
export const freePlan: FreePlan | undefined = plans.find((plan) => plan.price === null);

/** What a trial comes with: every plan, or every plan but the free one. */
export const TRIAL_PLAN = freePlan ? "paid plan" : "plan";

const INTERVALS = ["month", "year"] as const satisfies readonly Price["interval"][];

/** "monthly", "yearly", or "monthly or yearly". */
export const BILLED = INTERVALS.filter((interval) =>
  paidPlans.some(({ price }) => price.interval === interval),
)
  .map((interval) => `${interval}ly`)
  .join(" or ");

/** Whole US dollars: 1900 is "$1,900". */
export function formatDollars(dollars: number): string {
  return `$${dollars.toLocaleString("en-US")}`;
}

/** "$1,900 a month", as Stripe's prices are written (`describePrice`). */
export function formatListPrice({ amount, interval }: Price): string {
  return `${formatDollars(amount)} a ${interval}`;
}

const cheapest = plans[0]?.price;
/** "$40 a month"; "$0" where a plan is free. */
export const LOWEST_PRICE = cheapest ? formatListPrice(cheapest) : formatDollars(0);

/** A value for each plan on sale. */
export function byPlan<Value>(getValue: (id: PlanId) => Value): Readonly<Record<PlanId, Value>> {
  return Object.fromEntries(PLAN_IDS.map((id) => [id, getValue(id)])) as Record<PlanId, Value>;
}

/** The plan on sale with this id; undefined for an unknown id. */
export function findPlan(id: string | null): PaidPlan | undefined {
  return paidPlans.find((plan) => plan.id === id);
}
