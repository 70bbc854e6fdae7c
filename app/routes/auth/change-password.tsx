import { AuthTitle } from "~/auth/auth-title";
import { ChangePasswordForm } from "~/auth/change-password-form";
import { getVisitor, requireSignedIn } from "~/auth/visitor.server";
import { formResponse } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { readForm } from "~/platform/read-body.server";
import type { Route } from "./+types/change-password";

export const handle = { hydrate: true };

/** Where reset links lead to; a guest is told how to get one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visitor = await getVisitor(context);
  if (visitor.kind === "guest") return { email: null };
  return { email: requireSignedIn(visitor, url.pathname + url.search).email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { changePassword } = await import("~/auth/sign-in.server");
  return formResponse(await changePassword(context, await readForm(request)));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Choose a new password");

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AuthTitle>Choose a new password</AuthTitle>
      <ChangePasswordForm email={loaderData.email} result={actionData} />
    </>
  );
}
