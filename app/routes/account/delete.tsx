import { DeleteForm } from "~/account/delete/delete-form";
import { getDeletionPhrase } from "~/account/delete/deletion-schema";
import { readCurrentUser } from "~/account/user-data.server";
import { getFormData } from "~/auth/session/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { REMAINS_AFTER_DELETION } from "~/content/account";
import { formResponse } from "~/forms/form-result";
import { accountPageMeta } from "~/navigation/private-meta";
import type { Route } from "./+types/delete";

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await readCurrentUser(context);
  return { phrase: getDeletionPhrase(email), providers: getSession(context).providers };
}

export async function action({ context }: Route.ActionArgs) {
  const { deleteAccount } = await import("~/account/delete/delete-account.server");
  return formResponse(await deleteAccount(context, getFormData(context)));
}

const CONSEQUENCES = [
  "If you have a subscription, it ends immediately. The rest of the paid period is not refunded, and any amount still owed for a plan change is charged.",
  "Your profile, your items and the messages you sent us are removed from our database.",
  ...REMAINS_AFTER_DELETION,
  "You are signed out everywhere. This can’t be undone, not even by us.",
];

export const meta: Route.MetaFunction = () => accountPageMeta("Delete my account");

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 sm:py-14">
      <div className="max-w-2xl wrap-anywhere">
        <h1 className="text-heading">Delete my account</h1>
        <ul className="mt-6 mb-8 grid list-disc gap-2 pl-5 text-ink-soft">
          {CONSEQUENCES.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <DeleteForm {...loaderData} result={actionData} />
      </div>
    </div>
  );
}
