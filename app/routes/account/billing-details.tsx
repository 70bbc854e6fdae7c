import { redirect, type ShouldRevalidateFunction } from "react-router";
import { readAsUser, readReturningUser } from "~/account/user-data.server";
import type { BillingDetails } from "~/billing/details/billing-details";
import { PlanCard } from "~/billing/details/plan-section";
import { BILLING_DETAILS_PATH, PLAN_PATH } from "~/billing/plan/plan-actions";
import { readStoredPlan } from "~/billing/plan/plan-view.server";
import { settings } from "~/content/account";
import { isFailure } from "~/forms/unreachable";
import { appErrorResponse, readAppError, UNREACHABLE } from "~/http/app-error";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/billing-details";

/**
 * The user's next payment, card and invoices: loaded by the plan section after its page, and a page without
 * scripts.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  return readAsUser(context, async (database, session) => {
    const { readLiveUser } = await import("~/account/account.server");
    const user = await readLiveUser(database, session);
    const stripeCustomerId = user?.customer?.stripeCustomerId;
    const { readBillingDetails } = await import("~/billing/details/billing-details.server");
    return {
      stored: readStoredPlan(user?.customer, platform.config.stripe),
      details: await readBillingDetails(platform, { id: session.userId, stripeCustomerId }),
    };
  });
}

/** Undoes a cancellation or a scheduled switch. The settings then say what Stripe has. */
export async function action({ context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const user = await readReturningUser(context);
  const subscription = user?.customer?.stripeSubscriptionId;
  if (user?.customer && subscription) {
    const limited = await checkRateLimit(platform, { purpose: "billing-portal", subject: user.id });
    if (limited) throw appErrorResponse(limited);
    const [{ keepPlan }, { flashPlanChange }, { KEEP_FAILED, snapshotPlan }] = await Promise.all([
      import("~/billing/keep-plan.server"),
      import("~/billing/details/plan-return.server"),
      import("~/billing/details/return-notice.server"),
    ]);
    const before = snapshotPlan(user.customer);
    const isKept = await keepPlan(platform, subscription);
    await flashPlanChange(platform, user, before, isKept ? null : KEEP_FAILED);
  }
  return redirect(PLAN_PATH, 303);
}

/** Only a form that changes the plan asks Stripe again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formAction,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && (formAction === undefined || formAction === BILLING_DETAILS_PATH);

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown) => {
    if (!isFailure(error)) throw error;
    const message = readAppError(error)?.message ?? UNREACHABLE;
    const details: BillingDetails = { state: "unavailable", message };
    return { stored: null, details };
  });
}

export const meta: Route.MetaFunction = () => accountPageMeta(settings.generalTitle);

export default function BillingDetailsPage({
  loaderData: { stored, details },
}: Route.ComponentProps) {
  return stored ? <PlanCard stored={stored} details={details} /> : null;
}
