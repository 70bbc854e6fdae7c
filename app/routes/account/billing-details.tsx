import { redirect, type ShouldRevalidateFunction } from "react-router";
import { readAsUser, readReturningUser } from "~/account/user-data.server";
import { getSession } from "~/auth/session/auth.server";
import { checkoutCookie, leftForStripe } from "~/billing/checkout/checkout-flash.server";
import { PlanCard, UnreadPlan } from "~/billing/details/plan-section";
import { BILLING_DETAILS_PATH, PLAN_PATH } from "~/billing/plan/plan-actions";
import { readStoredPlan } from "~/billing/plan/plan-view.server";
import { settings } from "~/content/account";
import { isFailure } from "~/forms/unreachable";
import { appErrorResponse, readAppError, UNREACHABLE } from "~/http/app-error";
import { settingsFlash } from "~/navigation/flash.server";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/billing-details";

/** Next payment, card and invoices: loaded by the plan section after its page, and a page without scripts. */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  return readAsUser(context, async (database, session) => {
    const { readLiveUser } = await import("~/account/account.server");
    const user = await readLiveUser(database, session);
    const isPaid = checkoutCookie.read(platform, session.userId) === "paid";
    const { stripeCustomerId, lastCharge } = user?.customer ?? {};
    const { readBillingDetails } = await import("~/billing/details/billing-details.server");
    return {
      stored: readStoredPlan(user?.customer, platform.config.stripe, isPaid),
      details: await readBillingDetails(platform, {
        id: session.userId,
        stripeCustomerId,
        lastCharge,
      }),
    };
  });
}

/** Undoes a cancellation or a scheduled switch. The settings then say what Stripe has. */
export async function action({ context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const { userId } = getSession(context);
  const limited = await checkRateLimit(platform, { purpose: "billing-portal", subject: userId });
  if (limited) throw appErrorResponse(limited);
  const user = await readReturningUser(context);
  const [{ keepPlan }, { KEEP_UNREAD }, { hasCustomer }] = await Promise.all([
    import("~/billing/keep-plan.server"),
    import("~/billing/details/return-notice.server"),
    import("~/billing/sync/sync-version.server"),
  ]);
  const { customer, syncVersion: version } = user ?? {};
  const subscription = customer?.stripeSubscriptionId;
  leftForStripe.set(platform, userId, Date.now());
  const problem =
    subscription && version && hasCustomer(version)
      ? await keepPlan(platform, { subscription, version })
      : null;
  if (problem || !user) settingsFlash.set(platform, userId, problem ?? KEEP_UNREAD);
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
    const details = { state: "unavailable", message } as const;
    return { stored: null, details };
  });
}

export const meta: Route.MetaFunction = () => accountPageMeta(settings.generalTitle);

export default function BillingDetailsPage({
  loaderData: { stored, details },
}: Route.ComponentProps) {
  return stored ? <PlanCard stored={stored} details={details} /> : <UnreadPlan {...details} />;
}
