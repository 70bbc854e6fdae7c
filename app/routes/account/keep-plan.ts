import { redirect } from "react-router";
import { readReturningUser } from "~/account/user-data.server";
import { getSession } from "~/auth/session/auth.server";
import { PLAN_PATH } from "~/billing/plan/links";
import { stripeVisit } from "~/billing/portal/return-cookies.server";
import { appErrorResponse } from "~/http/app-error";
import { settingsFlash } from "~/navigation/flash.server";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/keep-plan";

export const loader = () => redirect(PLAN_PATH);

/** Undoes a cancellation or a scheduled switch. The settings then say what Stripe has. */
export async function action({ context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const { userId } = getSession(context);
  const limited = await checkRateLimit(platform, { purpose: "billing-portal", account: userId });
  if (limited) throw appErrorResponse(limited);
  const { customer, syncVersion: version } = await readReturningUser(context);
  const [{ keepPlan }, { RETURN_UNKNOWN }, { hasCustomer }] = await Promise.all([
    import("~/billing/portal/keep-plan.server"),
    import("~/billing/plan/return-notices.server"),
    import("~/billing/sync/sync-version.server"),
  ]);
  const subscription = customer?.stripeSubscriptionId;
  const at = Date.now();
  const problem =
    subscription && hasCustomer(version)
      ? await keepPlan(platform, { subscription, version })
      : null;
  const state = problem === RETURN_UNKNOWN ? "unknown" : "back";
  stripeVisit.set(platform, userId, { at, state });
  if (problem) settingsFlash.set(platform, userId, problem);
  return redirect(PLAN_PATH, 303);
}
