import type postgres from "postgres";
import { FEATURING_PLANS, type PlanId } from "../../app/content/plans.ts";

const NAMES = ["Onboarding checklist", "Supplier price list", "Quarterly review notes"];

/** Adds items to an account's list; the newest is featured if its plan includes that. */
export async function seedItems(
  sql: postgres.Sql,
  owner: string,
  plan: PlanId | null,
): Promise<void> {
  const canFeature = plan !== null && FEATURING_PLANS.includes(plan);
  for (const [index, name] of NAMES.entries()) {
    await sql`
      insert into public.items (owner, name, featured, created_at)
      values
        (${owner}, ${name}, ${canFeature && index === 0}, now() - make_interval(days => ${index + 1}))`;
  }
}
