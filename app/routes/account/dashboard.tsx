import { Link, redirect } from "react-router";
import { clearSessionCookies, getRequiredSession } from "~/auth/session.server";
import { CheckoutNotice } from "~/billing/checkout-notice";
import { readSubscription } from "~/billing/subscription";
import { formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { runItemAction } from "~/items/item-action.server";
import { ItemList } from "~/items/item-list";
import { itemActionSchema } from "~/items/schema";
import { privatePageMeta } from "~/navigation/page-meta";
import { getDatabase, getPlatform } from "~/platform/context.server";
import { Card } from "~/ui/card";
import { readAccount } from "~/users/account.server";
import type { Route } from "./+types/dashboard";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { userId } = getRequiredSession(context);
  const platform = getPlatform(context);
  const { prices } = platform.config.stripe;
  const isBackFromCheckout = url.searchParams.has("paid");
  const database = await getDatabase(context);
  let account = await readAccount(database, userId);
  if (isBackFromCheckout && !readSubscription(account?.customer, prices).planIsActive) {
    const { syncUser } = await import("~/billing/sync-user.server");
    await syncUser(platform, userId);
    account = await readAccount(database, userId);
  }
  // The token of a deleted user verifies until it expires.
  if (!account) {
    clearSessionCookies(request, platform);
    throw redirect("/auth/signin");
  }
  return {
    email: account.email,
    subscription: readSubscription(account.customer, prices),
    items: account.items,
    isBackFromCheckout,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(itemActionSchema, await request.formData());
  if (!form.ok) return form.result;
  const outcome = await runItemAction(form.value, {
    database: await getDatabase(context),
    owner: getRequiredSession(context).userId,
    prices: getPlatform(context).config.stripe.prices,
  });
  return outcome.ok ? formSuccess("") : formError(outcome.message);
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Dashboard");

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, subscription, items, isBackFromCheckout } = loaderData;
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-6 py-12 md:grid-cols-[2fr_1fr]">
      {isBackFromCheckout ? (
        <div className="md:col-span-2">
          <CheckoutNotice subscription={subscription} />
        </div>
      ) : null}
      <ItemList items={items} />
      <Card className="h-fit">
        <h2 className="font-bold text-lg">Your account</h2>
        <dl className="mt-4 grid gap-2 text-sm">
          <Fact name="Signed in as" value={email} />
          <Fact name="Plan" value={subscription.planId ?? "none"} />
          <Fact name="Subscription status" value={subscription.status ?? "none"} />
        </dl>
        <p className="mt-4">
          {subscription.planIsActive ? (
            <Link to="/settings/general">Settings</Link>
          ) : (
            <Link to="/pricing">See the plans</Link>
          )}
        </p>
      </Card>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words font-medium">{value}</dd>
    </div>
  );
}
