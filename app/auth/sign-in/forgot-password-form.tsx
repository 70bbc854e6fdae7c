import { Form, href } from "react-router";
import { BACK_TO_SIGN_IN, forgotPasswordPage } from "~/content/auth/auth-pages";
import { Challenge } from "~/forms/challenge";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { emailSchema } from "../schema";
import { AuthFormFooter, type AuthFormProps, EmailField, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";

/** Requests a reset link. */
export function ForgotPasswordForm({ query, result, challengeKey }: AuthFormProps) {
  const pending = useIsSubmitting("forgotpass");
  const form = useForm({ schema: emailSchema, result, pending });
  return (
    <>
      <AuthTitle>{forgotPasswordPage.title}</AuthTitle>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <EmailField {...form.field("email")} />
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="forgotpass" pending={pending}>
          {forgotPasswordPage.submit}
        </Button>
      </Form>
      <AuthFormFooter to={`${href("/auth/signin")}${query}`}>{BACK_TO_SIGN_IN}</AuthFormFooter>
    </>
  );
}
