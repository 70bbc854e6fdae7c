import { rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { getSession } from "~/auth/session/visitor.server";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { readSubscription, type StoredSubscription } from "./subscription";

/** In the query of the page that the portal leads back to: what was changed there is read from Stripe. */
export const FROM_PORTAL = "from-portal";

interface StoredCustomer extends StoredSubscription {
  readonly stripeCustomerId: string | null;
}

/**
 * Where the billing section leads: subscribers to the portal, everyone else to the plans; undefined
 * while Stripe does not answer. A plan whose payment is overdue is managed in the portal too.
 */
export async function openBilling(
  context: RequestContext,
  user: { readonly id: string; readonly customer: StoredCustomer | null },
): Promise<string | undefined> {
  const platform = getPlatform(context);
  const { siteUrl, stripe } = platform.config;
  if (!readSubscription(user.customer, stripe).isLive) return "/pricing";
  try {
    const [{ createPortalUrl }, { notePortalVisit }] = await Promise.all([
      import("./portal.server"),
      import("./portal-visit.server"),
    ]);
    const returnUrl = `${siteUrl}/settings/general?${FROM_PORTAL}`;
    const stripeCustomerId = user.customer?.stripeCustomerId ?? null;
    const [url] = await Promise.all([
      createPortalUrl(platform, getSession(context), returnUrl),
      notePortalVisit(platform, { id: user.id, stripeCustomerId }),
    ]);
    return url ?? "/pricing";
  } catch (error) {
    rethrowSessionEnded(error, context);
    logError("portal.failed", error, { requestId: platform.requestId });
    return undefined;
  }
}
