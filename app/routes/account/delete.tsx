import { readUser } from "~/account/account.server";
import { DeleteForm } from "~/account/delete-form";
import { readOwn } from "~/account/own-data.server";
import { deletionPhrase } from "~/account/schema";
import { getRequiredSession } from "~/auth/session.server";
import { keepInput } from "~/forms/unreachable";
import { accountPageMeta } from "~/navigation/page-meta";
import type { Route } from "./+types/delete";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await readOwn({ request, context }, (database, { userId }) =>
    readUser(database, userId),
  );
  return { phrase: deletionPhrase(email), providers: getRequiredSession(context).providers };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { deleteAccount } = await import("~/account/delete-account.server");
  return deleteAccount({ request, context }, await request.formData());
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(serverAction);
}

export const meta: Route.MetaFunction = () => accountPageMeta("Delete my account");

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 sm:py-14">
      <div className="mx-auto max-w-2xl wrap-anywhere">
        <h1 className="text-heading">Delete my account</h1>
        <ul className="mt-6 mb-8 grid list-disc gap-2 pl-5 text-ink-soft">
          <li>Your subscription ends at once. What is left of the paid month is not refunded.</li>
          <li>
            Your profile, your items and the messages you sent us are removed from our database.
          </li>
          <li>You are signed out everywhere. There is no way back, and we cannot make one.</li>
        </ul>
        <DeleteForm {...loaderData} result={actionData} />
      </div>
    </div>
  );
}
