import { Form, href } from "react-router";
import { BACK_TO_SIGN_IN, forgotPasswordPage } from "~/content/auth/auth-pages";
import { useForm } from "~/forms/use-form";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { emailSchema } from "../schema";
import { AuthFormFooter, type AuthFormProps, EmailField, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";

/** Requests a reset link. */
export function ForgotPasswordForm({ query, result, turnstileKey }: AuthFormProps) {
  const pending = useIsSubmitting("forgotpass");
  const form = useForm({ schema: emailSchema, result, pending });
  return (
    <>
      <AuthTitle>{forgotPasswordPage.title}</AuthTitle>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <EmailField {...form.field("email")} />
        <Turnstile siteKey={turnstileKey} result={result} />
        <Button name="intent" value="forgotpass" pending={pending}>
          {forgotPasswordPage.submit}
        </Button>
      </Form>
      <AuthFormFooter to={`${href("/auth/signin")}${query}`}>{BACK_TO_SIGN_IN}</AuthFormFooter>
    </>
  );
}
