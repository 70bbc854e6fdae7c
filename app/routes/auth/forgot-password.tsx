import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { ForgotPasswordForm } from "~/auth/sign-in/forgot-password-form";
import { loadGuestPage } from "~/auth/sign-in/guest-page.server";
import { forgotPasswordPage } from "~/content/auth/auth-pages";
import { formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { privatePageMeta } from "~/navigation/page-meta";
import { getNextPath } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import type { Route } from "./+types/forgot-password";

export const handle: RouteHandle = { hydrate: true, turnstile: true };

export function loader({ url, context }: Route.LoaderArgs) {
  return loadGuestPage(context, url);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const auth = await import("~/auth/sign-in/sign-in.server");
  const formData = await readForm(request);
  const call = { context, formData, next: getNextPath(url) };
  const isResend = formData.get("intent") === "resend";
  return formResponse(
    await (isResend ? auth.resendEmail(call) : auth.sendEmail(call, "password-reset")),
  );
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, forgotPasswordPage.title);

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CheckInbox {...loaderData} result={actionData}>
      <ForgotPasswordForm {...loaderData} result={actionData} />
    </CheckInbox>
  );
}
