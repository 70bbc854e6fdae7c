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

/** Plans that include hours of changes. */
export const CHANGE_PLANS: readonly PlanId[] = ["pro", "business"];

export const plans: readonly Plan[] = [
  {
    id: "starter",
    name: "Starter",
    pricePerMonth: 40,
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
    pricePerMonth: 250,
    pitch: "For the tools you use every day.",
    perks: [
      "Everything in Starter",
      "Up to five applications",
      "Two hours of changes a month",
      "Changes you can try on a copy first",
      "Featured items: star what matters, and list just that",
    ],
  },
  {
    id: "business",
    name: "Business",
    pricePerMonth: 1900,
    pitch: "For the software your company runs on.",
    perks: [
      "Everything in Pro",
      "Every application your company runs on",
      "Two days of changes a month",
      "A reply the same day if you write before noon",
      "Both founders know your software, so one is always there",
      "A planning session every quarter",
      "A backup restored twice a year, to prove that it works",
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

/** A value for each plan. */
export function byPlan<Value>(getValue: (id: PlanId) => Value): Readonly<Record<PlanId, Value>> {
  return Object.fromEntries(PLAN_IDS.map((id) => [id, getValue(id)])) as Record<PlanId, Value>;
}

/** The plan with this id; undefined for an unknown id. */
export function findPlan(id: string | null): Plan | undefined {
  return plans.find((plan) => plan.id === id);
}
