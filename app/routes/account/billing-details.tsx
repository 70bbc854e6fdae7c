import { href, redirect } from "react-router";
import { readAsUser, readCurrentUser } from "~/account/user-data.server";
import {
  type BillingDetails,
  FROM_PORTAL_PARAM,
  PLAN_SECTION_ID,
} from "~/billing/details/billing-details";
import { UNREACHABLE } from "~/content/forms";
import { isFailure } from "~/forms/unreachable";
import { appErrorResponse, readAppError } from "~/http/app-error";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/billing-details";

/** The signed-in user's next payment, card and invoices, loaded by the plan section after the page. */
export async function loader({ context }: Route.LoaderArgs) {
  return readAsUser(context, async (database, session): Promise<BillingDetails> => {
    const { readLiveUser } = await import("~/account/account.server");
    const user = await readLiveUser(database, session);
    const stripeCustomerId = user?.customer?.stripeCustomerId;
    const { readBillingDetails } = await import("~/billing/details/billing-details.server");
    return readBillingDetails(getPlatform(context), { id: session.userId, stripeCustomerId });
  });
}

/** Takes back a cancellation or a scheduled switch. The settings then say what Stripe has. */
export async function action({ context }: Route.ActionArgs) {
  const user = await readCurrentUser(context).catch((error: unknown) => {
    if (error instanceof Response) throw error;
    // The settings say that the database can't be reached; this route has no page for it.
    return undefined;
  });
  const { stripeCustomerId: customer, stripeSubscriptionId: subscription } = user?.customer ?? {};
  if (user && customer && subscription) {
    const platform = getPlatform(context);
    const limited = await checkRateLimit(platform, { purpose: "billing-portal", subject: user.id });
    if (limited) throw appErrorResponse(limited);
    const { keepPlan } = await import("~/billing/keep-plan.server");
    await keepPlan(platform, { customer, subscription });
  }
  return redirect(`${href("/settings/general")}?${FROM_PORTAL_PARAM}=keep#${PLAN_SECTION_ID}`, 303);
}

/** Only an explicit load asks Stripe again, not every saved form of the page. */
export const shouldRevalidate = () => false;

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown): BillingDetails => {
    if (!isFailure(error)) throw error;
    return { state: "unavailable", message: readAppError(error)?.message ?? UNREACHABLE };
  });
}
