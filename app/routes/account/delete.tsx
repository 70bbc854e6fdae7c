import { DeleteForm } from "~/account/delete/delete-form";
import { getDeletionPhrase } from "~/account/delete/schema";
import { readCurrentUser } from "~/account/user-data.server";
import { getFormData } from "~/auth/session/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { describeDeletion } from "~/billing/plan/sentences.server";
import { type SubscriptionView, viewSubscription } from "~/billing/plan/subscription-view.server";
import { REMAINS_AFTER_DELETION } from "~/content/account";
import { formResponse } from "~/forms/form-result";
import { formatItemCount } from "~/items/item";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/delete";

export async function loader({ context }: Route.LoaderArgs) {
  const { email, itemCount, customer } = await readCurrentUser(context);
  const plan = viewSubscription(customer, getPlatform(context).config.stripe);
  return {
    form: { phrase: getDeletionPhrase(email), providers: getSession(context).providers },
    losses: describeLosses(itemCount, plan),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { deleteAccount } = await import("~/account/delete/delete-account.server");
  return formResponse(await deleteAccount(context, getFormData(context)));
}

/** What this account loses, the irreversible first. */
function describeLosses(itemCount: number, plan: SubscriptionView): string[] {
  return [
    "This can’t be undone, not even by us. You are signed out everywhere.",
    `Your profile, your list (${formatItemCount(itemCount)}) and the messages you sent us are removed from our database.`,
    ...(plan.isLive ? [describeDeletion(plan)] : []),
    ...REMAINS_AFTER_DELETION,
  ];
}

export const meta: Route.MetaFunction = () => accountPageMeta("Delete my account");

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 sm:py-14">
      <div className="max-w-2xl wrap-anywhere">
        <h1 className="text-heading">Delete my account</h1>
        <ul className="mt-6 mb-8 grid list-disc gap-2 pl-5 text-ink-soft">
          {loaderData.losses.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <DeleteForm {...loaderData.form} result={actionData} />
      </div>
    </div>
  );
}
