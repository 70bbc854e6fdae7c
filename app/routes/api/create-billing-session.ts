import * as v from "valibot";
import { apiError, apiSuccess } from "~/platform/api.server";
import { getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Route } from "./+types/create-billing-session";
import { isOwnUrl, readCall } from "./read-call.server";

const schema = v.object({ returnUrl: v.pipe(v.string(), v.url()) });

/** Opens the billing portal for the caller: `{ returnUrl }` → `{ url }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const expected = "returnUrl is required";
  const call = await readCall(request, context, { purpose: "billing-portal", schema, expected });
  if (!call.ok) return call.response;
  const platform = getPlatform(context);
  const { returnUrl } = call.body;
  if (!isOwnUrl(returnUrl, platform.config.siteUrl)) {
    return apiError(400, "request/foreign-url", "returnUrl must be a page of this site");
  }
  const { createPortalUrl } = await import("~/billing/portal.server");
  try {
    const url = await createPortalUrl(platform, call.session.userId, returnUrl);
    if (url) return apiSuccess({ url });
    const message = "There is nothing to manage yet: you have no subscription";
    return apiError(404, "billing/no-customer", message);
  } catch (error) {
    logError("portal.failed", error, { requestId: platform.requestId });
    const message = "The payment service does not answer right now; please try again in a moment.";
    return apiError(502, "billing/unavailable", message);
  }
}
