import { data, Form, isRouteErrorResponse, redirect } from "react-router";
import { readUser } from "~/account/account.server";
import { failureHeaders } from "~/account/failure-headers";
import { readOwn } from "~/account/own-data.server";
import { getRequiredSession } from "~/auth/session.server";
import { CHECKOUT_REFUSALS } from "~/billing/checkout-refusals.server";
import { PAGE_BUDGET_MS } from "~/billing/page-budget";
import { findPurchase, type Purchase } from "~/billing/purchase.server";
import { readSubscription } from "~/billing/subscription";
import { useCheckout } from "~/billing/use-checkout";
import { type FormResult, formError } from "~/forms/form-result";
import { accountPageMeta } from "~/navigation/page-meta";
import { getPlatform, type Platform } from "~/platform/context.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorMessage } from "~/ui/error-message";
import { Spinner } from "~/ui/spinner";
import { TextLink } from "~/ui/text-link";
import type { Route } from "./+types/purchase";

/** The purchase that the address names; a page of its own says why there is none. */
function requirePurchase(planId: string, { config }: Platform): Purchase {
  const found = findPurchase(planId, config);
  if (!found.ok) throw data(found.message, { status: 404 });
  return found.purchase;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const purchase = requirePurchase(params.plan, platform);
  const { prices, publishableKey, scriptUrl } = platform.config.stripe;
  const { customer } = await readOwn({ request, context }, (database, { userId }) =>
    readUser(database, userId),
  );
  // Also one whose payment failed: it is mended in the portal, a second one would cost twice.
  if (readSubscription(customer, prices).isLive) throw redirect("/settings/billing");
  return { purchase, publishableKey, scriptUrl };
}

export const headers = failureHeaders;

/** Without JavaScript the button posts here and the browser follows to Stripe. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const purchase = requirePurchase(params.plan, platform);
  const { userId } = getRequiredSession(context);
  if (await isRateLimited(platform, { purpose: "checkout", request, subject: userId })) {
    const headers = { "Retry-After": String(RATE_LIMIT_PERIOD_S) };
    return data<FormResult>(formError(RATE_LIMIT_MESSAGE), { status: 429, headers });
  }
  const { startCheckout } = await import("~/billing/checkout.server");
  const checkout = await startCheckout(platform, userId, purchase, PAGE_BUDGET_MS);
  if (checkout.ok) throw redirect(checkout.url, 303);
  if (checkout.reason === "already-subscribed") throw redirect("/settings/billing", 303);
  const { status, code, message } = CHECKOUT_REFUSALS[checkout.reason];
  return data<FormResult>(formError(message, undefined, code), { status });
}

export const meta: Route.MetaFunction = () => accountPageMeta("Checkout");

export default function PurchasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { purchase, publishableKey, scriptUrl } = loaderData;
  const posted = actionData?.status === "error" ? actionData.message : undefined;
  const options = { ...purchase, publishableKey, scriptUrl };
  const { isOpening, failure, open } = useCheckout(options, posted !== undefined);
  const message = isOpening ? undefined : (failure?.message ?? posted);
  return (
    <div className="mx-auto grid max-w-auth gap-6 px-4 py-16">
      <h1 className="text-center text-heading">{purchase.name}: on to payment</h1>
      {isOpening ? (
        <div className="grid place-items-center text-accent">
          <Spinner size="large" label="Opening the payment page" />
        </div>
      ) : null}
      {message ? (
        <Alert type="error">
          {message}{" "}
          {failure?.url ? (
            <a className="link" href={failure.url}>
              Continue to the payment page
            </a>
          ) : null}
        </Alert>
      ) : null}
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
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

/** A plan that does not exist, or is not on sale here. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <ErrorMessage title={String(error.data)}>
      <p className="max-w-xl text-ink-soft text-lead">
        Nothing was charged. <TextLink to="/pricing">See the plans</TextLink> that are on sale, or{" "}
        <TextLink to="/contact">ask us</TextLink>.
      </p>
    </ErrorMessage>
  );
}
