import { useEffect, useRef, useState } from "react";
import { data, Form, isRouteErrorResponse, redirect, replace, useNavigation } from "react-router";
import { readCurrentUser } from "~/account/user-data.server";
import { AccountField } from "~/auth/account-field";
import { getSession } from "~/auth/session/auth.server";
import { endSession } from "~/auth/session/session-ended.server";
import { CHECKOUT_ERRORS } from "~/billing/billing-errors.server";
import { findPurchase, type Purchase, trialTerms } from "~/billing/checkout/purchase.server";
import { loadStripeJs, type StripeJsOptions } from "~/billing/checkout/stripe-js.client";
import { readSubscription } from "~/billing/plan/subscription";
import { formError, formResponse } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform, type Platform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink, TextLink } from "~/ui/button";
import { ErrorMessage } from "~/ui/error-message";
import { Spinner } from "~/ui/spinner";
import type { Route } from "./+types/purchase";

/** The purchase that the address names; a page of its own says why there is none. */
function requirePurchase(planId: string, { config }: Platform): Purchase {
  const found = findPurchase(planId, config);
  if (!found.ok) throw data(found.message, { status: 404 });
  return found.purchase;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const purchase = requirePurchase(params.plan, platform);
  const { publishableKey, scriptUrl } = platform.config.stripe;
  const { customer } = await readCurrentUser(context);
  // Also one whose payment failed: it is mended in the portal, a second one would cost twice.
  const { isLive, hasHadTrial } = readSubscription(customer, platform.config.stripe);
  if (isLive) throw redirect("/settings/billing");
  const terms = trialTerms(purchase.planId, hasHadTrial);
  return { name: purchase.name, terms, stripeJs: { publishableKey, scriptUrl } };
}

export const headers = pageHeaders;

/** Leads to Stripe's page, which replaces this one in the history: going back must not open it again. */
export async function action({ params, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const purchase = requirePurchase(params.plan, platform);
  const session = getSession(context);
  const { userId: subject } = session;
  const limited = await checkRateLimit(platform, { purpose: "checkout", subject });
  if (limited) return formResponse(formError(limited));
  const { startCheckout } = await import("~/billing/checkout/checkout.server");
  const checkout = await startCheckout(platform, session, purchase, "page");
  if (checkout.ok) throw replace(checkout.url, 303);
  if (checkout.reason === "already-subscribed") throw replace("/settings/billing", 303);
  if (checkout.reason === "session-ended") throw endSession(context);
  return formResponse(formError(CHECKOUT_ERRORS[checkout.reason]));
}

export const meta: Route.MetaFunction = () => accountPageMeta("Checkout");

export default function PurchasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, terms, stripeJs } = loaderData;
  const isOpening = useNavigation().state !== "idle";
  const form = useSubmitOnce({ isWanted: actionData === undefined });
  const scriptFailure = useStripeJs(stripeJs);
  const refusal = actionData?.status === "error" ? actionData.message : undefined;
  const message = isOpening ? scriptFailure : refusal;
  return (
    <div className="mx-auto grid max-w-auth gap-6 px-4 py-16">
      <h1 className="text-center text-heading">{name}: on to payment</h1>
      <p className="text-center text-ink-soft">{terms}</p>
      {isOpening ? (
        <div className="grid place-items-center text-accent">
          <Spinner size="large" label="Opening the payment page" />
        </div>
      ) : null}
      {message ? <Alert type="error">{message}</Alert> : null}
      <Form method="post" replace ref={form}>
        <AccountField />
        <Button pending={isOpening} className="w-full">
          Continue to payment
        </Button>
      </Form>
      <ButtonLink to="/pricing" variant="quiet">
        Back to the plans
      </ButtonLink>
    </div>
  );
}

/** Submits the form when the page starts to run: once, although React runs effects twice in development. */
function useSubmitOnce({ isWanted }: { isWanted: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const isDue = useRef(isWanted);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    form.current?.requestSubmit();
  }, []);
  return form;
}

/** Why Stripe.js did not load; undefined while there is no failure. */
function useStripeJs({ publishableKey, scriptUrl }: StripeJsOptions): string | undefined {
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    loadStripeJs({ publishableKey, scriptUrl }).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : "Stripe.js not available"),
    );
  }, [publishableKey, scriptUrl]);
  return failure;
}

/** A plan that does not exist, or is not on sale here. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <ErrorMessage title={String(error.data)}>
      <p className="max-w-xl text-ink-soft text-lead">
        <TextLink to="/pricing">See the plans</TextLink> that are on sale, or{" "}
        <TextLink to="/contact">ask us</TextLink>.
      </p>
    </ErrorMessage>
  );
}
