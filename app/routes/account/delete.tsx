import { DeleteForm } from "~/account/delete/delete-form";
import { getDeletionPhrase } from "~/account/delete/schema";
import { readCurrentUser } from "~/account/user-data.server";
import { getFormData } from "~/auth/session/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { describeDeletion } from "~/billing/plan/subscription-sentences.server";
import { type SubscriptionView, viewSubscription } from "~/billing/plan/subscription-view.server";
import { INVOICES_REMAIN, REMAINS_AFTER_DELETION } from "~/content/account";
import { formResponse } from "~/forms/form-result";
import { formatItemCount } from "~/items/item";
import { noindexMeta } from "~/navigation/noindex-meta";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/delete";

export async function loader({ context }: Route.LoaderArgs) {
  const { email, itemCount, customer } = await readCurrentUser(context);
  const plan = viewSubscription(customer, getPlatform(context).config.planCatalog);
  return {
    form: { phrase: getDeletionPhrase(email), providers: getSession(context).providers },
    groups: [
      { title: "What we delete now", texts: describeLosses(itemCount, plan) },
      {
        title: "What stays",
        texts: [...(plan.hasCustomer ? [INVOICES_REMAIN] : []), ...REMAINS_AFTER_DELETION],
      },
    ],
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { deleteAccount } = await import("~/account/delete/delete-account.server");
  return formResponse(await deleteAccount(context, getFormData(context)));
}

/** What this account loses. */
function describeLosses(itemCount: number, plan: SubscriptionView): string[] {
  return [
    "Your profile, and every way you sign in.",
    `Your list (${formatItemCount(itemCount)}).`,
    "The messages you sent us.",
    ...(plan.isLive ? [describeDeletion(plan)] : []),
  ];
}

export const meta: Route.MetaFunction = () => noindexMeta("Delete my account");

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <section className="card wrap-anywhere">
      <h2 className="text-subheading">Delete my account</h2>
      <p className="mt-5 font-semibold">
        This can’t be undone: we don’t restore single accounts from backups. You’ll be signed out
        everywhere.
      </p>
      {loaderData.groups.map(({ title, texts }) => (
        <section key={title} className="mt-6">
          <h3 className="font-semibold text-base tracking-normal">{title}</h3>
          <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-ink-soft">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
      <div className="stitch my-6" />
      <DeleteForm {...loaderData.form} result={actionData} />
    </section>
  );
}
