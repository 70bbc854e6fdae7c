import { readProfile } from "~/account/email-change.server";
import { readOwn } from "~/account/own-data.server";
import { ProfileForm } from "~/account/profile-form";
import { YourData } from "~/account/your-data";
import { getSession } from "~/auth/visitor.server";
import { FROM_PORTAL } from "~/billing/open-billing.server";
import { formResponse } from "~/forms/form-result";
import { keepInput } from "~/forms/unreachable";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { readForm } from "~/platform/read-body.server";
import type { Route } from "./+types/general";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, name, email, emailChange } = await readOwn(context, (database, { userId }) =>
    readProfile(database, userId),
  );
  if (url.searchParams.has(FROM_PORTAL)) {
    const { syncUser } = await import("~/billing/sync-user.server");
    await syncUser(getPlatform(context), id);
  }
  return {
    name,
    email,
    emailChange,
    isEmailChanged: url.searchParams.has("email-changed"),
    // Whoever comes back from signing in again finds what they had typed.
    typedEmail: url.searchParams.get("email"),
    providers: getSession(context).providers,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { runProfileAction } = await import("~/account/profile.server");
  return formResponse(await runProfileAction(context, await readForm(request)));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(serverAction);
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("General settings");

export default function GeneralSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ProfileForm {...loaderData} result={actionData} />
      <YourData />
    </>
  );
}
