import * as v from "valibot";
import { getApiSession } from "~/auth/api-session.server";
import { apiError, apiSuccess } from "~/platform/api.server";
import { getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Route } from "./+types/create-billing-session";

const bodySchema = v.object({ returnUrl: v.pipe(v.string(), v.url()) });

/** Opens the billing portal for the caller: `{ returnUrl }` → `{ url }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = await getApiSession(request, context);
  if (!session) return apiError(401, "auth/invalid-user-token", "Please sign in again");
  const platform = getPlatform(context);
  const body = v.safeParse(bodySchema, await request.json().catch(() => undefined));
  if (!body.success) return apiError(400, "request/invalid", "returnUrl is required");
  if (new URL(body.output.returnUrl).origin !== new URL(platform.config.siteUrl).origin) {
    return apiError(400, "request/foreign-url", "returnUrl must be a page of this site");
  }
  const { createPortalUrl } = await import("~/billing/portal.server");
  try {
    const url = await createPortalUrl(platform, session.userId, body.output.returnUrl);
    return url
      ? apiSuccess({ url })
      : apiError(
          404,
          "billing/no-customer",
          "There is nothing to manage yet: you have no subscription",
        );
  } catch (error) {
    logError("portal.failed", error, { requestId: platform.requestId });
    return apiError(
      502,
      "billing/unavailable",
      "The payment service does not answer right now; please try again in a moment.",
    );
  }
}
