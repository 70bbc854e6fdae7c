import { PasskeyList } from "~/auth/manage/passkey/passkey-list";
import { getFormData } from "~/auth/session/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { formResponse } from "~/forms/form-result";
import { noindexMeta } from "~/navigation/noindex-meta";
import type { Route } from "./+types/passkeys";

export async function loader({ context }: Route.LoaderArgs) {
  const { listPasskeys } = await import("~/auth/manage/passkey/manage-passkeys.server");
  const { providers, twoStep } = getSession(context);
  return { passkeys: await listPasskeys(context), providers, hasTwoStep: twoStep === "done" };
}

export async function action({ context }: Route.ActionArgs) {
  const { changePasskeys } = await import("~/auth/manage/passkey/manage-passkeys.server");
  return formResponse(await changePasskeys(context, getFormData(context)));
}

export const meta: Route.MetaFunction = () => noindexMeta("Passkeys");

export default function PasskeysSettings({ loaderData, actionData }: Route.ComponentProps) {
  return <PasskeyList {...loaderData} result={actionData} />;
}
