import { useEffect, useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { getRequiredSession } from "~/auth/session.server";
import { readCustomer } from "~/billing/customers.server";
import { openCheckout } from "~/billing/open-checkout";
import { readSubscription } from "~/billing/subscription";
import { findPlan, type PlanId } from "~/content/plans";
import { formError } from "~/forms/form-result";
import { privatePageMeta } from "~/navigation/page-meta";
import { getDatabase, getPlatform, type Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import type { Route } from "./+types/purchase";

function findPurchase(planId: string, { config }: Platform) {
  const plan = findPlan(planId);
  if (!plan) throw data(`There is no plan called ${planId}`, { status: 404 });
  const priceId = config.stripe.prices[plan.id];
  if (!priceId) throw data(`The ${plan.id} plan cannot be bought yet`, { status: 404 });
  const page = (path: string) => new URL(path, config.siteUrl).href;
  return {
    planId: plan.id satisfies PlanId,
    name: plan.name,
    priceId,
    successUrl: page("/dashboard?paid=true"),
    cancelUrl: page("/pricing"),
  };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const purchase = findPurchase(params.plan, platform);
  const customer = await readCustomer(
    await getDatabase(context),
    getRequiredSession(context).userId,
  );
  if (readSubscription(customer, platform.config.stripe.prices).planIsActive) {
    throw redirect("/settings/billing");
  }
  const { publishableKey, scriptUrl } = platform.config.stripe;
  return { purchase, publishableKey, scriptUrl };
}

/** Without JavaScript the button posts here and the browser follows to Stripe. */
export async function action({ params, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const purchase = findPurchase(params.plan, platform);
  const { startCheckout } = await import("~/billing/checkout.server");
  const checkout = await startCheckout(platform, getRequiredSession(context), purchase).catch(
    (error: unknown) => {
      logError("checkout.failed", error, { requestId: platform.requestId });
      return undefined;
    },
  );
  if (checkout?.ok) throw redirect(checkout.url, 303);
  if (checkout?.reason === "already-subscribed") throw redirect("/settings/billing");
  return formError(
    checkout
      ? "A checkout is being opened already; please try again"
      : "The payment service does not answer right now. Nothing was charged; please try again in a moment.",
  );
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Checkout");

export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
  const { purchase } = loaderData;
  const { failure, isOpening } = useCheckout(loaderData);
  const pending = useNavigation().state !== "idle" || isOpening;
  const message =
    failure?.message ?? (actionData?.status === "error" ? actionData.message : undefined);
  return (
    <div className="mx-auto grid max-w-auth gap-6 px-4 py-16 text-center">
      <h1 className="font-bold text-2xl">{purchase.name}: on to payment</h1>
      {isOpening ? (
        <div className="grid place-items-center text-accent">
          <Spinner size="large" label="Opening the payment page" />
        </div>
      ) : null}
      {message ? <Alert type="error">{message}</Alert> : null}
      {failure?.url ? <a href={failure.url}>Continue to the payment page</a> : null}
      <Form method="post" reloadDocument>
        <Button pending={pending} className="w-full">
          Continue to payment
        </Button>
      </Form>
      <ButtonLink to="/pricing" variant="quiet">
        Back to the plans
      </ButtonLink>
    </div>
  );
}

/** Opens the payment page by itself once the page runs; reports what went wrong. */
function useCheckout({ purchase, publishableKey, scriptUrl }: Route.ComponentProps["loaderData"]) {
  const [failure, setFailure] = useState<{ message: string; url?: string }>();
  const [isOpening, setIsOpening] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setIsOpening(true);
    openCheckout({ ...purchase, publishableKey, scriptUrl }).then((result) => {
      if (!isCurrent) return;
      if (result.ok) window.location.assign(result.url);
      else {
        setIsOpening(false);
        setFailure(result);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [purchase, publishableKey, scriptUrl]);
  return { failure, isOpening };
}
