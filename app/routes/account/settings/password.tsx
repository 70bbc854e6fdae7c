import { createPageMemory, forgetAfter } from "~/account/page-memory";
import { PasswordForm } from "~/account/password-form";
import { getForm } from "~/auth/own-form.server";
import { getSession } from "~/auth/visitor.server";
import { formResponse } from "~/forms/form-result";
import { keepInput } from "~/forms/unreachable";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/private-meta";
import type { Route } from "./+types/password";

export function loader({ context }: Route.LoaderArgs) {
  return { providers: getSession(context).providers };
}

export async function action({ context }: Route.ActionArgs) {
  const { updatePassword } = await import("~/account/password.server");
  return formResponse(await updatePassword(context, getForm(context)));
}

const { load } = createPageMemory<Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>>();

export function clientLoader(args: Route.ClientLoaderArgs) {
  return load(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(() => forgetAfter(serverAction));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Password settings");

export default function PasswordSettings({ loaderData, actionData }: Route.ComponentProps) {
  return <PasswordForm providers={loaderData.providers} result={actionData} />;
}
