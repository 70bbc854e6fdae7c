import { data, href, redirectDocument } from "react-router";
import { readCurrentUser } from "~/account/user-data.server";
import { BILLING_FLOWS, getPortalPath, PORTAL_PATH } from "~/billing/plan/links";
import { PORTAL_ERRORS } from "~/billing/portal/portal-errors.server";
import { appErrorResponse } from "~/http/app-error";
import { noindexMeta } from "~/navigation/noindex-meta";
import { getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { Alert } from "~/ui/alert";
import { buttonClass } from "~/ui/button";
import type { Route } from "./+types/billing";

/**
 * Redirects a live subscriber to the billing portal, anyone else to the plans; renders only when that fails.
 * Query: `flow` is one of `BILLING_FLOWS`; any other value opens the whole portal. Every load creates a
 * portal session, so prefetches are rejected.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  // Browsers discard a prefetch with an error status, and load the page on navigation.
  if (platform.isSpeculative) throw appErrorResponse(PORTAL_ERRORS.unavailable);
  const user = await readCurrentUser(context);
  const limited = await checkRateLimit(platform, { purpose: "billing-portal", account: user.id });
  if (limited) throw appErrorResponse(limited);
  const { openBilling } = await import("~/billing/portal/portal.server");
  const flow = BILLING_FLOWS.find((known) => known === url.searchParams.get("flow"));
  let portal: string | undefined;
  try {
    portal = await openBilling(platform, user, flow);
  } catch (error) {
    logError("portal.failed", error, { requestId: platform.requestId });
    const retryPath = flow ? getPortalPath(flow) : PORTAL_PATH;
    const { message, status } = PORTAL_ERRORS.unavailable;
    return data({ retryPath, message }, { status });
  }
  throw redirectDocument(portal ?? href("/pricing"));
}

export const meta: Route.MetaFunction = () => noindexMeta("Billing settings");

export default function BillingSettings({ loaderData }: Route.ComponentProps) {
  return (
    <section className="card grid gap-5">
      <h2 className="text-subheading">Billing</h2>
      <Alert type="error">{loaderData.message}</Alert>
      <div>
        <a href={loaderData.retryPath} className={buttonClass("secondary")}>
          Try again
        </a>
      </div>
    </section>
  );
}
