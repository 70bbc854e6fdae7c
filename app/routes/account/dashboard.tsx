import { Link, redirect } from "react-router";
import { clearSessionCookies, getRequiredSession } from "~/auth/session.server";
import { readSubscription } from "~/billing/subscription";
import { findPlan } from "~/content/plans";
import { formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { runItemAction } from "~/items/item-action.server";
import { ItemList } from "~/items/item-list";
import { itemActionSchema } from "~/items/schema";
import { getDatabase, getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { readAccount } from "~/users/account.server";
import type { Route } from "./+types/dashboard";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const session = getRequiredSession(context);
  const platform = getPlatform(context);
  const account = await readAccount(await getDatabase(context), session.userId);
  if (!account) {
    clearSessionCookies(request, platform);
    throw redirect("/auth/signin");
  }
  return {
    email: account.email,
    subscription: readSubscription(account.customer, platform.config.stripe.prices),
    items: account.items,
    isBackFromCheckout: url.searchParams.has("paid"),
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

export const meta: Route.MetaFunction = () => [
  { title: "Dashboard · Selvedge" },
  { name: "robots", content: "noindex" },
];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, subscription, items, isBackFromCheckout } = loaderData;
  const plan = findPlan(subscription.planId ?? undefined);
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-6 py-12 md:grid-cols-[2fr_1fr]">
      {isBackFromCheckout && subscription.planIsActive && plan ? (
        <div className="md:col-span-2">
          <Alert type="success">You are now subscribed to the {plan.id} plan</Alert>
        </div>
      ) : null}
      <ItemList items={items} />
      <Card className="h-fit">
        <h2 className="font-bold text-lg">Your account</h2>
        <dl className="mt-4 grid gap-2 text-sm">
          <Fact name="Signed in as" value={email} />
          <Fact name="Plan" value={plan?.id ?? "none"} />
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
