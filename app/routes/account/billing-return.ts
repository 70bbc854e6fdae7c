import { redirect } from "react-router";
import { readReturningUser } from "~/account/user-data.server";
import { getSession } from "~/auth/session/auth.server";
import { PLAN_PATH } from "~/billing/plan/links";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/billing-return";

/** Where the billing portal returns to. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = await readReturningUser(context);
  const { completePortalReturn } = await import("~/billing/portal/plan-return.server");
  await completePortalReturn(getPlatform(context), getSession(context).userId, user);
  return redirect(PLAN_PATH);
}
