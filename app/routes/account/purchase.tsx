import { useEffect, useRef, useState } from "react";
import { data, href, isRouteErrorResponse, redirect, replace, useNavigation } from "react-router";
import { readCurrentUser } from "~/account/user-data.server";
import { AccountForm } from "~/auth/session/account-form";
import { getSession } from "~/auth/session/auth.server";
import { endSession } from "~/auth/session/session-ended.server";
import { CHECKOUT_ERRORS } from "~/billing/checkout/checkout-errors.server";
import { findPurchase, type Purchase } from "~/billing/checkout/purchase.server";
import { loadStripeJs, STRIPE_JS_UNAVAILABLE } from "~/billing/checkout/stripe-js.client";
import { describeTrialTerms } from "~/billing/plan/offer-terms.server";
import { viewSubscription } from "~/billing/plan/subscription-view.server";
import { formError, formResponse } from "~/forms/form-result";
import { noindexMeta } from "~/navigation/noindex-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform, type Platform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink, TextLink } from "~/ui/button";
import { ErrorMessage } from "~/ui/error-message";
import type { Route } from "./+types/purchase";

/** Every way here loads the document, so no other page needs Stripe's origins. */
export const handle: RouteHandle = { payment: true };

/** The purchase of the plan in the URL; throws a 404 with the reason when there is none. */
function requirePurchase(planId: string, { config }: Platform): Purchase {
  const found = findPurchase(planId, config);
  if (!found.ok) throw data(found.error, { status: 404 });
  return found.value;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const purchase = requirePurchase(params.plan, platform);
  const { publishableKey, scriptUrl } = platform.config.stripe;
  const { customer } = await readCurrentUser(context);
  // Includes failed payments: those are fixed in the portal, and a second subscription would charge twice.
  if (viewSubscription(customer, platform.config.planCatalog).isLive)
    throw redirect(href("/settings/billing"));
  const { plan } = purchase;
  const terms = describeTrialTerms(plan, Boolean(customer?.trialUsedAt));
  return { name: plan.name, terms, stripeJs: { publishableKey, scriptUrl } };
}

/**
 * Redirects to Stripe's page, replacing this one in the history: going back must not start another checkout.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const purchase = requirePurchase(params.plan, platform);
  const session = getSession(context);
  const limited = await checkRateLimit(platform, {
    purpose: "checkout",
    account: session.userId,
  });
  if (limited) return formResponse(formError(limited));
  const { startCheckout } = await import("~/billing/checkout/checkout.server");
  const checkout = await startCheckout(platform, session, purchase, "page");
  if (checkout.ok) throw replace(checkout.value.url, 303);
  if (checkout.error === "already-subscribed") throw replace(href("/settings/billing"), 303);
  if (checkout.error === "session-ended") throw endSession(context);
  return formResponse(formError(CHECKOUT_ERRORS[checkout.error]));
}

export const meta: Route.MetaFunction = () => noindexMeta("Checkout");

export default function PurchasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, terms, stripeJs } = loaderData;
  const isOpening = useNavigation().state !== "idle";
  const form = useSubmitOnMount({ isEnabled: actionData === undefined });
  const scriptError = useStripeJs(stripeJs.publishableKey, stripeJs.scriptUrl);
  const actionError = actionData?.message;
  return (
    <div className="mx-auto grid max-w-auth gap-6 px-4 py-16">
      <h1 className="text-center text-heading">{`${name} plan: checkout`}</h1>
      <p className="text-center text-ink-soft">{terms}</p>
      {actionError && !isOpening ? <Alert type="error">{actionError}</Alert> : null}
      <AccountForm replace ref={form}>
        <Button pending={isOpening} className="w-full">
          Continue to payment
        </Button>
      </AccountForm>
      {isOpening ? (
        <div className="text-center text-ink-soft text-sm">
          <p role="status">Opening the payment page…</p>
          {/* Not an alert: the purchase goes on. */}
          <p>{scriptError}</p>
        </div>
      ) : null}
      <ButtonLink to={href("/pricing")} variant="quiet">
        Back to plans
      </ButtonLink>
    </div>
  );
}

/** Submits the form once on mount, although React runs effects twice in development. */
function useSubmitOnMount({ isEnabled }: { isEnabled: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(isEnabled);
  useEffect(() => {
    if (!isPending.current) return;
    isPending.current = false;
    form.current?.requestSubmit();
  }, []);
  return form;
}

function useStripeJs(publishableKey: string, scriptUrl: string | undefined): string | undefined {
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    loadStripeJs(publishableKey, scriptUrl).catch((error: unknown) =>
      setMessage(error instanceof Error ? error.message : STRIPE_JS_UNAVAILABLE),
    );
  }, [publishableKey, scriptUrl]);
  return message;
}

/** An unknown plan, or one without a price id. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <ErrorMessage title={String(error.data)} next={{ to: href("/pricing"), label: "View plans" }}>
      <p className="max-w-xl text-ink-soft text-lead">
        <span>Every plan is on the pricing page. If yours is missing,</span>{" "}
        <TextLink to={href("/contact")}>contact us</TextLink>.
      </p>
    </ErrorMessage>
  );
}
