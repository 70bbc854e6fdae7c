import { useState } from "react";
import { Form, Link } from "react-router";
import { Challenge } from "~/forms/challenge";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { PasswordField } from "../password/password-field";
import { PASSWORD_HINT } from "../password/password-hint";
import { ProviderLinks } from "../providers/provider-links";
import { signUpSchema } from "../schema";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";
import { CheckInbox } from "./check-inbox";

/** Password twice, or a provider. Afterwards the address has to be confirmed, which takes the form's place. */
export function SignUpForm({ query, result, challengeKey, children }: AuthFormProps) {
  const pending = useIsSubmitting("signup");
  const form = useForm({ schema: signUpSchema, result, pending });
  const [changing, setChanging] = useState<FormResult>();
  const isMailed = result?.status === "success";
  const typedEmail = isMailed ? result.values?.email : undefined;
  if (isMailed && changing !== result) {
    return (
      <CheckInbox
        email={typedEmail ?? ""}
        message={result.message}
        wasJustSent
        challengeKey={challengeKey}
      >
        Not your address?{" "}
        <Link
          to={`/auth/signup${query}`}
          className="link"
          onClick={(event) => {
            event.preventDefault();
            setChanging(result);
          }}
        >
          Change it
        </Link>
      </CheckInbox>
    );
  }
  const email = form.field("email");
  return (
    <>
      <AuthTitle>Create your account</AuthTitle>
      {children}
      {form.result?.status === "error" && form.result.message ? (
        <Alert type="error">{form.result.message}</Alert>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...email}
          defaultValue={email.defaultValue ?? typedEmail}
          autoFocus={isMailed}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          {...form.field("password")}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="signup" pending={pending}>
          Sign up
        </Button>
      </Form>
      <ProviderLinks query={query} />
      <p className="text-center text-sm">
        Have an account already?{" "}
        <Link to={`/auth/signin${query}`} className="link">
          Sign in
        </Link>
      </p>
    </>
  );
}
