import { redirect } from "react-router";
import { readReturningUser } from "~/account/user-data.server";
import { getSession } from "~/auth/session/auth.server";
import { PLAN_PATH } from "~/billing/plan/links";
import { appErrorResponse } from "~/http/app-error";
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
  const user = await readReturningUser(context);
  const { handleKeepPlan } = await import("~/billing/portal/keep-plan.server");
  await handleKeepPlan(platform, userId, user);
  return redirect(PLAN_PATH, 303);
}
