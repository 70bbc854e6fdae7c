import { data, redirectDocument } from "react-router";
import { readOwnUser } from "~/account/own-data.server";
import { BILLING_REFUSALS } from "~/billing/billing-refusals.server";
import { BillingUnavailable } from "~/billing/billing-unavailable";
import { openBilling } from "~/billing/open-billing.server";
import { refusePage, responseInit } from "~/forms/refusal";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/billing";

/**
 * Leads on to the billing portal, or to the plans; there is a page only while Stripe does not respond. Each
 * visit opens a portal session, so one that a browser only prepares for is turned away.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (isSpeculative(request)) throw refusePage(BILLING_REFUSALS.speculative);
  const user = await readOwnUser(context);
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "billing-portal", subject: user.id });
  if (limited) throw refusePage(limited);
  const destination = await openBilling(context, user);
  if (destination) throw redirectDocument(destination);
  return data(null, responseInit(BILLING_REFUSALS.unavailable));
}

/** Source: WICG, No-Vary-Search and Prefetch: `Sec-Purpose` of a load that nobody has asked for yet. */
function isSpeculative(request: Request): boolean {
  return /\bprefetch\b/.test(request.headers.get("Sec-Purpose") ?? "");
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Billing settings");

export default function BillingSettings() {
  return <BillingUnavailable />;
}
