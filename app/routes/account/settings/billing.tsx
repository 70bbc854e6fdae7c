import { data, redirectDocument } from "react-router";
import { readUser } from "~/account/account.server";
import { readOwn } from "~/account/own-data.server";
import { BILLING_REFUSALS } from "~/billing/billing-refusals.server";
import { BillingUnavailable } from "~/billing/billing-unavailable";
import { openBilling } from "~/billing/open-billing.server";
import { responseInit } from "~/forms/refusal";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/billing";

/** Leads on to the billing portal, or to the plans; there is a page only while Stripe does not respond. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = await readOwn(context, (database, { userId }) => readUser(database, userId));
  const destination = await openBilling(getPlatform(context), user);
  if (destination) throw redirectDocument(destination);
  return data(null, responseInit(BILLING_REFUSALS.unavailable));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Billing settings");

export default function BillingSettings() {
  return <BillingUnavailable />;
}
