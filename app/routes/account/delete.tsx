import { DeleteForm } from "~/account/delete/delete-form";
import { deletionPhrase } from "~/account/schema";
import { readCurrentUser } from "~/account/user-data.server";
import { getForm } from "~/auth/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { formResponse } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/private-meta";
import type { Route } from "./+types/delete";

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await readCurrentUser(context);
  return { phrase: deletionPhrase(email), providers: getSession(context).providers };
}

export async function action({ context }: Route.ActionArgs) {
  const { deleteAccount } = await import("~/account/delete/delete-account.server");
  return formResponse(await deleteAccount(context, getForm(context)));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Delete my account");

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 sm:py-14">
      <div className="mx-auto max-w-2xl wrap-anywhere">
        <h1 className="text-heading">Delete my account</h1>
        <ul className="mt-6 mb-8 grid list-disc gap-2 pl-5 text-ink-soft">
          <li>
            Your subscription ends at once. What is left of the paid month is not refunded; what is
            still owed for a change of plan is charged.
          </li>
          <li>
            Your profile, your items and the messages you sent us are removed from our database.
          </li>
          <li>You are signed out everywhere. This cannot be undone, not even by us.</li>
        </ul>
        <DeleteForm {...loaderData} result={actionData} />
      </div>
    </div>
  );
}
