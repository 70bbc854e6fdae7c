/** The plans on sale. Price ids are configuration (STRIPE_PRICE_*), one per environment. */
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

/** Every plan starts with this many free days. */
export const TRIAL_DAYS = 14;

/** Plans whose subscribers may feature items. */
export const FEATURING_PLANS: readonly PlanId[] = ["pro", "business"];

export const plans: readonly Plan[] = [
  {
    id: "starter",
    name: "Starter",
    pricePerMonth: 40,
    pitch: "For one tool that one team uses.",
    perks: ["One application", "Updates every month", "An answer within two working days"],
  },
  {
    id: "pro",
    name: "Pro",
    pricePerMonth: 250,
    pitch: "For tools you use every day.",
    perks: [
      "Up to five applications",
      "Updates every week",
      "Featured items in your list",
      "An answer within one working day",
      "An engineer who knows your code",
    ],
  },
  {
    id: "business",
    name: "Business",
    pricePerMonth: 1900,
    pitch: "For software your company runs on.",
    perks: [
      "Any number of applications",
      "Updates as soon as they are ready",
      "Featured items in your list",
      "An answer within four working hours",
      "A team that knows your code",
      "A planning session every quarter",
      "Promised uptime, in writing",
    ],
  },
];

/** The plan of that id, or undefined. */
export function findPlan(id: string | null): Plan | undefined {
  return plans.find((plan) => plan.id === id);
}
