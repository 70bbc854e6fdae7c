import { Form, href } from "react-router";
import { emailSchema } from "~/auth/schema";
import { AuthFormFooter, EmailField, useIsSubmitting } from "~/auth/sign-in/auth-form";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { loadGuestPage, submitGuestForm } from "~/auth/sign-in/guest-page.server";
import { BACK_TO_SIGN_IN, forgotPasswordPage } from "~/content/auth/auth-pages";
import { useForm } from "~/forms/use-form";
import { privatePageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Route } from "./+types/forgot-password";

export const handle: RouteHandle = { hydrate: true, turnstile: true };

export function loader({ url, context }: Route.LoaderArgs) {
  return loadGuestPage(context, url);
}

export function action(args: Route.ActionArgs) {
  return submitGuestForm(args, (auth, call) => auth.sendEmail(call, "password-reset"));
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, forgotPasswordPage.title);

export default function ForgotPassword({ loaderData: page, actionData }: Route.ComponentProps) {
  const pending = useIsSubmitting("forgotpass");
  const form = useForm({ schema: emailSchema, result: actionData, pending });
  return (
    <CheckInbox {...page} result={actionData}>
      <AuthTitle>{forgotPasswordPage.title}</AuthTitle>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" defaultShouldRevalidate={false} className="grid gap-4" {...form.props}>
        <EmailField {...form.field("email")} />
        <Turnstile siteKey={page.turnstileKey} result={actionData} />
        <Button name="intent" value="forgotpass" pending={pending}>
          {forgotPasswordPage.submit}
        </Button>
      </Form>
      <AuthFormFooter to={`${href("/auth/signin")}${page.query}`}>{BACK_TO_SIGN_IN}</AuthFormFooter>
    </CheckInbox>
  );
}
