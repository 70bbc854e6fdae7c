import * as v from "valibot";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { readApiRequest } from "~/auth/session/api-request.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { PORTAL_ERRORS } from "~/billing/portal/portal-errors.server";
import { apiSuccess, jsonError, methodNotAllowed } from "~/http/api-response.server";
import { appError } from "~/http/app-error";
import { toSameOriginUrl } from "~/navigation/paths";
import { getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Route } from "./+types/create-billing-session";

const schema = v.object({ returnUrl: v.pipe(v.string(), v.url()) });

export const loader = methodNotAllowed;

/** Creates a billing portal session for the caller: `{ returnUrl }` → `{ url }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const expected = "returnUrl is required";
  const call = await readApiRequest(request, context, {
    purpose: "billing-portal",
    schema,
    expected,
  });
  if (!call.ok) return jsonError(call.error);
  const { session, body } = call.value;
  const platform = getPlatform(context);
  const returnUrl = toSameOriginUrl(body.returnUrl, platform.config.siteUrl);
  if (!returnUrl) {
    return jsonError(appError(422, "request/foreign-url", "returnUrl must be a URL of this site"));
  }
  const [{ readLiveUser }, { createPortalUrl }] = await Promise.all([
    import("~/account/account.server"),
    import("~/billing/portal/portal.server"),
  ]);
  try {
    const user = await readLiveUser(await platform.database.get(), session);
    const customer = user?.customer?.stripeCustomerId;
    const url = customer && (await createPortalUrl(platform, customer, returnUrl));
    return url ? apiSuccess({ url }) : jsonError(PORTAL_ERRORS.noCustomer);
  } catch (error) {
    if (isSessionEnded(error)) return jsonError(AUTH_ERRORS.invalidToken);
    logError("portal.failed", error, { requestId: platform.requestId });
    return jsonError(PORTAL_ERRORS.unavailable);
  }
}
