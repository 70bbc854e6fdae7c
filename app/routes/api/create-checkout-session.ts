import * as v from "valibot";
import { getApiSession } from "~/auth/api-session.server";
import { planForPrice } from "~/billing/subscription";
import { apiError, apiSuccess } from "~/platform/api.server";
import { getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Route } from "./+types/create-checkout-session";

const bodySchema = v.object({
  priceId: v.pipe(v.string(), v.nonEmpty()),
  successUrl: v.pipe(v.string(), v.url()),
  cancelUrl: v.pipe(v.string(), v.url()),
});

/** Opens a Checkout session for the caller: `{ priceId, successUrl, cancelUrl }` → `{ id, url }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = await getApiSession(request, context);
  if (!session) return apiError(401, "auth/invalid-user-token", "Please sign in again");
  const platform = getPlatform(context);
  const body = v.safeParse(bodySchema, await request.json().catch(() => undefined));
  if (!body.success) {
    return apiError(400, "request/invalid", "priceId, successUrl and cancelUrl are required");
  }
  const { priceId, successUrl, cancelUrl } = body.output;
  const { siteUrl, stripe } = platform.config;
  if ([successUrl, cancelUrl].some((url) => new URL(url).origin !== new URL(siteUrl).origin)) {
    return apiError(
      400,
      "request/foreign-url",
      "successUrl and cancelUrl must be pages of this site",
    );
  }
  const planId = planForPrice(priceId, stripe.prices);
  if (!planId) return apiError(400, "billing/unknown-price", "There is no plan with this price");

  const { startCheckout } = await import("~/billing/checkout.server");
  try {
    const checkout = await startCheckout(platform, session, {
      planId,
      priceId,
      successUrl,
      cancelUrl,
    });
    if (checkout.ok) return apiSuccess({ id: checkout.id, url: checkout.url });
    return checkout.reason === "already-subscribed"
      ? apiError(409, "billing/already-subscribed", "You already have a subscription")
      : apiError(
          409,
          "billing/in-progress",
          "A checkout is being opened already; please try again",
        );
  } catch (error) {
    logError("checkout.failed", error, { requestId: platform.requestId });
    return apiError(
      502,
      "billing/unavailable",
      "The payment service does not answer right now. Nothing was charged; please try again in a moment.",
    );
  }
}
