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
    pitch: "A maintained tool for one team.",
    perks: ["One workspace", "Monthly updates", "E-mail support within two days"],
  },
  {
    id: "pro",
    name: "Pro",
    pricePerMonth: 250,
    pitch: "For a tool the business leans on.",
    perks: [
      "Five workspaces",
      "Weekly updates",
      "Featured items",
      "Support within one working day",
      "A named engineer",
    ],
  },
  {
    id: "business",
    name: "Business",
    pricePerMonth: 1900,
    pitch: "For software that is the business.",
    perks: [
      "Unlimited workspaces",
      "Updates as they are ready",
      "Featured items",
      "Support within four hours",
      "A named team",
      "Quarterly roadmap session",
      "Uptime commitment in writing",
    ],
  },
];

/** The plan of that id, or undefined. */
export function findPlan(id: string | null): Plan | undefined {
  return plans.find((plan) => plan.id === id);
}
