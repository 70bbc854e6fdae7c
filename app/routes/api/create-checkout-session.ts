import * as v from "valibot";
import { invalidInput, readApiRequest, toSameOriginUrl } from "~/api/api-request.server";
import { apiSuccess, jsonError, methodNotAllowed } from "~/api/api-response.server";
import { CHECKOUT_ERRORS } from "~/billing/billing-errors.server";
import { findPlanByPrice } from "~/billing/plan/subscription";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/create-checkout-session";

const schema = v.object({
  priceId: v.pipe(v.string(), v.nonEmpty()),
  successUrl: v.pipe(v.string(), v.url()),
  cancelUrl: v.pipe(v.string(), v.url()),
});

export const loader = methodNotAllowed;

/** Creates a Checkout session for the caller: `{ priceId, successUrl, cancelUrl }` → `{ id, url }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const expected = "priceId, successUrl and cancelUrl are required";
  const call = await readApiRequest(request, context, { purpose: "checkout", schema, expected });
  if (!call.ok) return call.response;
  const platform = getPlatform(context);
  const { siteUrl, stripe } = platform.config;
  const { priceId } = call.body;
  const successUrl = toSameOriginUrl(call.body.successUrl, siteUrl);
  const cancelUrl = toSameOriginUrl(call.body.cancelUrl, siteUrl);
  if (!successUrl || !cancelUrl) {
    const message = "successUrl and cancelUrl must be URLs of this site";
    return invalidInput("request/foreign-url", message);
  }
  const planId = findPlanByPrice(priceId, stripe.prices);
  if (!planId) return invalidInput("billing/unknown-price", "No plan has this price");

  const { startCheckout } = await import("~/billing/checkout/checkout.server");
  const purchase = { planId, priceId, successUrl, cancelUrl };
  const checkout = await startCheckout(platform, call.session, purchase, "api");
  return checkout.ok
    ? apiSuccess({ id: checkout.id, url: checkout.url })
    : jsonError(CHECKOUT_ERRORS[checkout.reason]);
}
