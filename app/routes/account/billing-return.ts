import { redirect } from "react-router";
import { readReturningUser } from "~/account/user-data.server";
import { PLAN_PATH } from "~/billing/plan/plan-actions";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/billing-return";

/** Where the billing portal returns to. */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const user = await readReturningUser(context);
  if (user) {
    const { flashPlanChange, planBeforePortal } = await import(
      "~/billing/details/plan-return.server"
    );
    const before = planBeforePortal.read(platform, user.id);
    planBeforePortal.remove(platform);
    await flashPlanChange(platform, user, before);
  }
  return redirect(PLAN_PATH);
}
