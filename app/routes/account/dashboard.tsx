import { href, redirect } from "react-router";
import { AccountSummary } from "~/account/account-summary";
import { ChangeRequestCard } from "~/account/change-request-card";
import { readAsUser, readReturningUser, writeAsUser } from "~/account/user-data.server";
import { getFormData } from "~/auth/session/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { viewSubscription } from "~/billing/plan/subscription-view.server";
import { checkoutFlash } from "~/billing/portal/return-cookies.server";
import { PlanNotices } from "~/billing/ui/plan-notices";
import { dashboard } from "~/content/account";
import { formResponse } from "~/forms/form-result";
import { getTextEntries } from "~/forms/parse-form";
import { decodeCursor } from "~/items/cursor";
import { ITEM_GONE } from "~/items/item";
import { parseItemFilter } from "~/items/item-filter";
import { ItemList } from "~/items/item-list";
import { listFounders } from "~/marketing/founders.server";
import { noindexMeta } from "~/navigation/noindex-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { useFlash } from "~/ui/use-flash";
import type { Route } from "./+types/dashboard";

/**
 * Query: `paid` after checkout, and `session`, its id, which redirects; `q` and `show` search and filter;
 * `before=<cursor>` is a page of older items. Without scripts, `item=new|<id>` adds a form.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const before = decodeCursor(url.searchParams.get("before"));
  const itemId = url.searchParams.get("item");
  const filter = parseItemFilter(url.searchParams);
  if (url.searchParams.has("paid")) {
    const user = await readReturningUser(context);
    const { completeCheckoutReturn } = await import("~/billing/portal/plan-return.server");
    const checkoutId = url.searchParams.get("session");
    await completeCheckoutReturn(platform, getSession(context).userId, { user, checkoutId });
    throw redirect(href("/dashboard"));
  }
  const { readDashboard } = await import("~/account/account.server");
  const account = await readAsUser(context, async (database, session) => {
    const owner = requireLiveSession(session);
    const read = await readDashboard(database, owner, { before, filter });
    if (!read || itemId === null) return read && { ...read, draft: null };
    const { readItemDraft } = await import("~/items/item-action.server");
    return { ...read, draft: await readItemDraft(database, owner, itemId) };
  });
  const { id, email, page, itemCount, draft } = account;
  const checkout = checkoutFlash.read(platform, id);
  const plan = viewSubscription(account.customer, platform.config.planCatalog, checkout !== null);
  if (checkout && plan.isLive) checkoutFlash.remove(platform);
  return {
    checkout,
    email,
    plan,
    list: {
      filter,
      page,
      itemCount,
      isNewest: before === undefined,
      canFeature: plan.canFeature,
      year: new Date().getUTCFullYear(),
    },
    draft,
    requests: account.requests,
    founders: plan.isLive ? listFounders() : [],
  };
}

export async function action({ url, context }: Route.ActionArgs) {
  const { parseItemAction, runItemAction } = await import("~/items/item-action.server");
  const formData = getFormData(context);
  const form = parseItemAction(formData);
  if (!form.ok) return formResponse(form.error);
  const { planCatalog } = getPlatform(context).config;
  const fields = getTextEntries(formData);
  const result = await writeAsUser(context, fields, (database, session) =>
    runItemAction(form.value, { database, session, catalog: planCatalog, fields }),
  );
  // Closes the inline form.
  if (url.searchParams.has("item") && result.status === "success")
    throw redirect(href("/dashboard"));
  return formResponse(result);
}

export const meta: Route.MetaFunction = () => noindexMeta(dashboard.title);

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { email, plan, list, draft, requests, founders } = loaderData;
  const checkout = useFlash(loaderData.checkout);
  // The notice of a checkout says what follows.
  const welcome = checkout ? null : plan.welcome;
  return (
    <div className="wrap grid gap-6 py-6 sm:gap-10 sm:py-14">
      <PlanNotices plan={plan} checkout={checkout} />
      {plan.isLive ? (
        <ChangeRequestCard plan={plan} welcome={welcome} requests={requests} founders={founders} />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_min(20rem,34%)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          {draft === "gone" ? <Alert type="error">{ITEM_GONE}</Alert> : null}
          <ItemList {...list} draft={draft === "gone" ? null : draft} result={actionData} />
        </div>
        <AccountSummary email={email} plan={plan} />
      </div>
    </div>
  );
}
