import { useCallback } from "react";
import { redirect } from "react-router";
import { AccountCard } from "~/account/account-card";
import { readOwn, writeOwn } from "~/account/own-data.server";
import { createPageMemory, forgetAfter } from "~/account/page-memory";
import { getForm } from "~/auth/own-form.server";
import { greetsFirstTime } from "~/billing/checkout-greeting.server";
import { planWords } from "~/billing/plan-words";
import { readSubscription } from "~/billing/subscription";
import { type FormValues, formResponse, formSuccess } from "~/forms/form-result";
import { keepInput } from "~/forms/unreachable";
import { decodeCursor } from "~/items/cursor";
import { GONE_MESSAGE, ITEMS_PER_PAGE, type ItemPage } from "~/items/item";
import { ItemList } from "~/items/item-list";
import { ItemProblem } from "~/items/item-problem";
import { readItemView, readPageCount, viewPath } from "~/items/item-view";
import { answerWork } from "~/items/use-item-work";
import { pageHeaders } from "~/navigation/page-headers";
import { HOME_PATH } from "~/navigation/paths";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import { lazyPart } from "~/ui/lazy-part";
import type { Route } from "./+types/dashboard";

/** Rarely shown, so not a part of every visit. */
const PlanNotices = lazyPart(async () => (await import("~/billing/plan-notices")).PlanNotices);

/** Remembers that the note about featured items was hidden. */
const NOTE_COOKIE = "shelf-note";
const NOTE_HIDDEN_S = 365 * 24 * 60 * 60;

/**
 * `paid`: back from checkout. `q` and `show` search and filter the items, `pages` is how much of them was
 * shown. For browsers without scripts, `before=<cursor>` shows older items, and `item=new` or `item=<id>`
 * a form in the page.
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
    readOwn(context, async (database, { userId }) => {
      const account = await readAccount(database, userId, range);
      if (!account || wanted === null) return account && { ...account, draft: null };
      const { openDraft } = await import("~/items/item-action.server");
      const shown = account.page.items;
      return { ...account, draft: await openDraft(database, userId, { wanted, shown }) };
    });
  const isBackFromCheckout = url.searchParams.has("paid");
  let account = await read();
  if (isBackFromCheckout && !readSubscription(account.customer, catalogue).planIsActive) {
    const { syncUser } = await import("~/billing/sync-user.server");
    await syncUser(platform, account.id);
    account = await read();
  }
  const { email, page, shelf, itemCount, found, draft } = account;
  const subscription = readSubscription(account.customer, catalogue);
  const mark = account.customer?.stripeSubscriptionId ?? account.id;
  const checkout = isBackFromCheckout
    ? { subscription, isGreeted: subscription.planIsActive && greetsFirstTime(platform, mark) }
    : null;
  const words = planWords(subscription);
  const isNoteHidden = platform.cookies.all().some(({ name }) => name === NOTE_COOKIE);
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
      // Whoever has paid for it and has a payment to mend is told that instead.
      showNote: !subscription.canFeature && !words.isProblem && !isNoteHidden,
    },
    draft,
  };
}

export async function action({ url, context }: Route.ActionArgs) {
  const { parseItemAction, runItemAction } = await import("~/items/item-action.server");
  const form = parseItemAction(getForm(context));
  if (!form.ok) return formResponse(form.result);
  const item = form.value;
  const { config, cookies } = getPlatform(context);
  const { stripe: catalogue } = config;
  if (item.intent === "hide-note") {
    cookies.set(NOTE_COOKIE, "hidden", { maxAgeS: NOTE_HIDDEN_S });
    return formResponse(formSuccess(""));
  }
  const typed: FormValues = "name" in item ? { id: item.id, name: item.name } : {};
  const result = await writeOwn(context, typed, async (database, session) => {
    const done = await runItemAction(item, { database, session, catalogue });
    // The form in the page has done its work; the one in the dialog closes by itself.
    const isFormInPage = url.searchParams.has("item") && "name" in item;
    if (isFormInPage && done.status === "success") throw redirect(HOME_PATH);
    return done;
  });
  return formResponse(result);
}

const memory = createPageMemory<Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>>();

export function clientLoader(args: Route.ClientLoaderArgs) {
  return memory.load(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return answerWork(request, () => keepInput(() => forgetAfter(serverAction)));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Dashboard");

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { email, subscription, words, list, checkout, draft } = loaderData;
  const rememberLonger = useCallback(
    (pages: number, page: ItemPage) => {
      const longer = { ...loaderData, list: { ...loaderData.list, pages, page } };
      const { view } = loaderData.list;
      memory.remember(viewPath(view, { pages: String(pages) }), longer, loaderData);
    },
    [loaderData],
  );
  return (
    <div className="wrap dashboard">
      {checkout || words.isProblem ? <PlanNotices checkout={checkout} words={words} /> : null}
      <div className="grid content-start gap-5">
        {draft === "gone" ? <ItemProblem message={GONE_MESSAGE} /> : null}
        <ItemList
          {...list}
          draft={draft === "gone" ? null : draft}
          result={actionData}
          onLonger={rememberLonger}
        />
      </div>
      <AccountCard email={email} subscription={subscription} words={words} />
    </div>
  );
}
