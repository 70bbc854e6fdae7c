/** The plans on sale. Price ids are configuration (STRIPE_PRICE_*) of each environment. */
export const PLAN_IDS = ["starter", "pro", "business"] as const;

export type PlanId = (typeof PLAN_IDS)[number];

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** US dollars per month. */
  readonly pricePerMonth: number;
  readonly pitch: string;
  readonly perks: readonly string[];
}

/** Length of the free trial of every plan. */
export const TRIAL_DAYS = 14;

/** Plans whose subscribers may feature items. */
export const FEATURING_PLANS: readonly PlanId[] = ["pro", "business"];

export const plans: readonly Plan[] = [
  {
    id: "starter",
    name: "Starter",
    pricePerMonth: 40,
    pitch: "For one team and one tool.",
    perks: ["One application", "Monthly updates", "A reply within two business days"],
  },
  {
    id: "pro",
    name: "Pro",
    pricePerMonth: 250,
    pitch: "For the tools you use every day.",
    perks: [
      "Up to five applications",
      "Weekly updates",
      "Featured items in your list",
      "A reply within one business day",
      "An engineer who knows your code",
    ],
  },
  {
    id: "business",
    name: "Business",
    pricePerMonth: 1900,
    pitch: "For the software your company runs on.",
    perks: [
      "Unlimited applications",
      "Updates as soon as they are ready",
      "Featured items in your list",
      "A reply within four business hours",
      "A team that knows your code",
      "A quarterly planning session",
      "A written uptime guarantee",
    ],
  },
];

/** Whole US dollars: 1900 is "$1,900". */
export function formatDollars(dollars: number): string {
  return `$${dollars.toLocaleString("en-US")}`;
}

/** A monthly price in whole US dollars: 1900 is "$1,900 a month". */
export function formatMonthly(dollars: number): string {
  return `${formatDollars(dollars)} a month`;
}

/** The plan with this id; undefined for an unknown id. */
export function findPlan(id: string | null): Plan | undefined {
  return plans.find((plan) => plan.id === id);
}
