/** What happens after a purchase, in the email about it. */
import type { PlanId } from "~/content/plans";
import { studio } from "~/content/studio";

const { design, engineering } = studio.founders;

export const nextSteps = {
  email: `${design.name} or ${engineering.name} will email you within one business day.`,
  reply:
    "When you reply, tell us which applications we should take care of, and who can give us access to them.",
} as const;

/** What follows a switch to a plan; null for another product. */
export function describeNextStep(planId: PlanId | null): string {
  return planId === "business"
    ? "Both founders will write to plan the first session."
    : "One of us will email you within one business day.";
}
