import * as v from "valibot";
import { CHECKOUT_REFUSALS } from "~/billing/checkout-refusals.server";
import { planForPrice } from "~/billing/subscription";
import { apiError, apiSuccess } from "~/platform/api.server";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/create-checkout-session";
import { isOwnUrl, readCall } from "./read-call.server";

const schema = v.object({
  priceId: v.pipe(v.string(), v.nonEmpty()),
  successUrl: v.pipe(v.string(), v.url()),
  cancelUrl: v.pipe(v.string(), v.url()),
});

/** Opens a Checkout session for the caller: `{ priceId, successUrl, cancelUrl }` → `{ id, url }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const expected = "priceId, successUrl and cancelUrl are required";
  const call = await readCall(request, context, { purpose: "checkout", schema, expected });
  if (!call.ok) return call.response;
  const platform = getPlatform(context);
  const { siteUrl, stripe } = platform.config;
  const { priceId, successUrl, cancelUrl } = call.body;
  if (!isOwnUrl(successUrl, siteUrl) || !isOwnUrl(cancelUrl, siteUrl)) {
    const message = "successUrl and cancelUrl must be pages of this site";
    return apiError(400, "request/foreign-url", message);
  }
  const planId = planForPrice(priceId, stripe.prices);
  if (!planId) return apiError(400, "billing/unknown-price", "There is no plan with this price");

  const { startCheckout } = await import("~/billing/checkout.server");
  const order = { planId, priceId, successUrl, cancelUrl };
  const checkout = await startCheckout(platform, call.session.userId, order);
  if (checkout.ok) return apiSuccess({ id: checkout.id, url: checkout.url });
  const { status, code, message } = CHECKOUT_REFUSALS[checkout.reason];
  return apiError(status, code, message);
}
