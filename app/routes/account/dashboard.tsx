import { redirect } from "react-router";
import { AccountCard } from "~/account/account-card";
import { readAsUser, writeAsUser } from "~/account/user-data.server";
import { getForm } from "~/auth/own-form.server";
import { isFirstVisitAfterCheckout } from "~/billing/checkout/checkout-greeting.server";
import { describePlanState } from "~/billing/plan/plan-description";
import { PlanNotices } from "~/billing/plan/plan-notices";
import { readSubscription } from "~/billing/plan/subscription";
import { formResponse } from "~/forms/form-result";
import { textEntries } from "~/forms/parse-form";
import { decodeCursor } from "~/items/cursor";
import { GONE_MESSAGE, ITEMS_PER_PAGE } from "~/items/item";
import { readItemView, readPageCount } from "~/items/item-view";
import { ItemList } from "~/items/list/item-list";
import { pageHeaders } from "~/navigation/page-headers";
import { HOME_PATH } from "~/navigation/paths";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import type { Route } from "./+types/dashboard";

/**
 * `paid`: back from checkout. `q` and `show` search and filter the items, `pages` is how many pages of them are shown,
 * and `before=<cursor>` shows older ones. For browsers without scripts, `select` puts a box in each row, and `item=new`
 * or `item=<id>` a form in the page.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const { stripe: catalogue } = platform.config;
  const before = decodeCursor(url.searchParams.get("before"));
  const wanted = url.searchParams.get("item");
  const view = readItemView(url.searchParams);
  const pages = before ? null : readPageCount(url.searchParams);
  const range = { before, view, size: (pages ?? 1) * ITEMS_PER_PAGE };
  const { readAccount } = await import("~/account/account.server");
  const read = () =>
    readAsUser(context, async (database, { userId }) => {
      const account = await readAccount(database, userId, range);
      if (!account || wanted === null) return account && { ...account, draft: null };
      const { readItemDraft: openDraft } = await import("~/items/item-action.server");
      const shown = account.page.items;
      return { ...account, draft: await openDraft(database, userId, { wanted, shown }) };
    });
  const isBackFromCheckout = url.searchParams.has("paid");
  let account = await read();
  if (isBackFromCheckout && !readSubscription(account.customer, catalogue).planIsActive) {
    const { syncUser } = await import("~/billing/sync/sync-user.server");
    await syncUser(platform, account.id);
    account = await read();
  }
  const { email, page, shelf, itemCount, found, draft } = account;
  const subscription = readSubscription(account.customer, catalogue);
  const mark = account.customer?.stripeSubscriptionId ?? account.id;
  const checkout = isBackFromCheckout
    ? {
        subscription,
        isGreeted: subscription.planIsActive && isFirstVisitAfterCheckout(platform, mark),
      }
    : null;
  const words = describePlanState(subscription);
  return {
    email,
    subscription: { planId: subscription.planId, status: subscription.status },
    words,
    checkout,
    list: {
      view,
      pages,
      page,
      shelf,
      itemCount,
      found,
      canFeature: subscription.canFeature,
      isSelecting: url.searchParams.has("select"),
    },
    draft,
  };
}

export async function action({ url, context }: Route.ActionArgs) {
  const { parseItemAction, runItemAction } = await import("~/items/item-action.server");
  const formData = getForm(context);
  const form = parseItemAction(formData);
  if (!form.ok) return formResponse(form.result);
  const { stripe: catalogue } = getPlatform(context).config;
  const fields = textEntries(formData);
  const result = await writeAsUser(context, fields, (database, session) =>
    runItemAction(form.value, { database, session, catalogue, fields }),
  );
  // The form in the page has done its work.
  if (url.searchParams.has("item") && result.status === "success") throw redirect(HOME_PATH);
  return formResponse(result);
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Dashboard");

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { email, subscription, words, list, checkout, draft } = loaderData;
  return (
    <div className="wrap dashboard">
      {checkout || words.isProblem ? <PlanNotices checkout={checkout} description={words} /> : null}
      <div className="grid content-start gap-5">
        {draft === "gone" ? <Alert type="error">{GONE_MESSAGE}</Alert> : null}
        <ItemList {...list} draft={draft === "gone" ? null : draft} result={actionData} />
      </div>
      <AccountCard email={email} subscription={subscription} words={words} />
    </div>
  );
}
