import { Form, href } from "react-router";
import { emailSchema } from "~/auth/methods/password/schema";
import { AuthFormFooter, EmailField } from "~/auth/sign-in/auth-fields";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { loadGuestPage, submitGuestForm } from "~/auth/sign-in/guest-page.server";
import { useForm, useIsSubmitting } from "~/forms/use-form";
import { unlistedPageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Route } from "./+types/forgot-password";

export const handle: RouteHandle = { turnstile: true };

export function loader({ url, context }: Route.LoaderArgs) {
  return loadGuestPage(context, url);
}

export function action(args: Route.ActionArgs) {
  return submitGuestForm(args, (auth, call) => auth.sendEmail(call, "password-reset"));
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Forgot your password?");

export default function ForgotPassword({ loaderData: page, actionData }: Route.ComponentProps) {
  const pending = useIsSubmitting("forgotpass");
  const form = useForm({ schema: emailSchema, result: actionData, pending });
  return (
    <CheckInbox {...page} result={actionData}>
      <AuthTitle>Forgot your password?</AuthTitle>
      <p className="text-ink-soft">We’ll email you a link to choose a new one.</p>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" defaultShouldRevalidate={false} className="grid gap-4" {...form.props}>
        <EmailField {...form.field("email")} />
        <Turnstile siteKey={page.turnstileKey} result={actionData} />
        <Button name="intent" value="forgotpass" pending={pending}>
          Send reset link
        </Button>
      </Form>
      <AuthFormFooter to={`${href("/auth/signin")}${page.query}`}>Back to sign in</AuthFormFooter>
    </CheckInbox>
  );
}
