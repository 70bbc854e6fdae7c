import * as v from "valibot";
import { readApiRequest } from "~/auth/session/api-request.server";
import { CHECKOUT_ERRORS } from "~/billing/checkout/checkout-errors.server";
import { findPlanByPrice } from "~/billing/plan/plan-catalog";
import { apiSuccess, jsonError, methodNotAllowed } from "~/http/api-response.server";
import { appError } from "~/http/app-error";
import { toSameOriginUrl } from "~/navigation/paths";
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
  if (!call.ok) return jsonError(call.error);
  const { session, body } = call.value;
  const platform = getPlatform(context);
  const { siteUrl, planCatalog } = platform.config;
  const { priceId } = body;
  const successUrl = toSameOriginUrl(body.successUrl, siteUrl);
  const cancelUrl = toSameOriginUrl(body.cancelUrl, siteUrl);
  if (!successUrl || !cancelUrl) {
    const message = "successUrl and cancelUrl must be URLs of this site";
    return jsonError(appError(422, "request/foreign-url", message));
  }
  const planId = findPlanByPrice(priceId, planCatalog.prices);
  if (!planId) return jsonError(appError(422, "billing/unknown-price", "No plan has this price"));

  const { startCheckout } = await import("~/billing/checkout/checkout.server");
  const purchase = { planId, priceId, successUrl, cancelUrl };
  const checkout = await startCheckout(platform, session, purchase, "api");
  return checkout.ok ? apiSuccess(checkout.value) : jsonError(CHECKOUT_ERRORS[checkout.error]);
}
