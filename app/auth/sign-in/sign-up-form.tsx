import { useState } from "react";
import { Form, Link } from "react-router";
import { authFields } from "~/content/auth/auth";
import { signUpPage } from "~/content/auth/auth-pages";
import { Challenge } from "~/forms/challenge";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { PasswordField } from "../password/password-field";
import { PASSWORD_MIN_LENGTH } from "../password/password-length";
import { ProviderLinks } from "../providers/provider-links";
import { signUpSchema } from "../schema";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";
import { CheckInbox } from "./check-inbox";

/** Signs up with a password or a provider. A request to confirm the email address then replaces the form. */
export function SignUpForm({ query, result, challengeKey, children }: AuthFormProps) {
  const pending = useIsSubmitting("signup");
  const form = useForm({ schema: signUpSchema, result, pending });
  const [dismissed, setDismissed] = useState<FormResult>();
  const isSent = result?.status === "success";
  const submittedEmail = isSent ? result.values?.email : undefined;
  if (isSent && dismissed !== result) {
    return (
      <CheckInbox
        email={submittedEmail ?? ""}
        message={result.message}
        wasJustSent
        challengeKey={challengeKey}
      >
        {signUpPage.wrongAddress}{" "}
        <Link
          to={`/auth/signup${query}`}
          className="link"
          onClick={(event) => {
            event.preventDefault();
            setDismissed(result);
          }}
        >
          {signUpPage.changeAddress}
        </Link>
      </CheckInbox>
    );
  }
  const email = form.field("email");
  return (
    <>
      <AuthTitle>{signUpPage.title}</AuthTitle>
      {children}
      {form.result?.status === "error" && form.result.message ? (
        <Alert type="error">{form.result.message}</Alert>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field
          label={authFields.email}
          type="email"
          autoComplete="email"
          {...email}
          defaultValue={email.defaultValue ?? submittedEmail}
          autoFocus={isSent}
        />
        <PasswordField
          label={authFields.password}
          autoComplete="new-password"
          hint={authFields.passwordHint(PASSWORD_MIN_LENGTH)}
          {...form.field("password")}
        />
        <PasswordField
          label={authFields.confirmPassword}
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="signup" pending={pending}>
          {signUpPage.submit}
        </Button>
      </Form>
      <ProviderLinks query={query} />
      <p className="text-center text-sm">
        {signUpPage.hasAccount}{" "}
        <Link to={`/auth/signin${query}`} className="link">
          {signUpPage.signIn}
        </Link>
      </p>
    </>
  );
}
