import { useState } from "react";
import { Form, Link } from "react-router";
import { Challenge } from "~/forms/challenge";
import { ERROR_CODES } from "~/forms/error-codes";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { PasswordField } from "../password/password-field";
import { ProviderLinks } from "../providers/provider-links";
import { emailSchema, signInSchema } from "../schema";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";
import { CheckInbox } from "./check-inbox";

/** Password, magic link, or a provider. */
export function SignInForm({ query, result, challengeKey, children }: AuthFormProps) {
  const isSigningIn = useIsSubmitting("signin");
  const isMailing = useIsSubmitting("magic-link");
  const form = useForm({
    schema: (intent) => (intent === "magic-link" ? emailSchema : signInSchema),
    result,
    pending: isSigningIn || isMailing,
  });
  const needsConfirmation =
    result?.status === "error" && result.code === ERROR_CODES.emailNotConfirmed;
  const [left, setLeft] = useState<FormResult>();
  if (needsConfirmation && left !== result) {
    return (
      <CheckInbox
        email={result.values?.email ?? ""}
        message={result.message ?? ""}
        wasJustSent={false}
        challengeKey={challengeKey}
      >
        <Link
          to={`/auth/signin${query}`}
          className="link"
          onClick={(event) => {
            event.preventDefault();
            setLeft(result);
          }}
        >
          Back to sign in
        </Link>
      </CheckInbox>
    );
  }
  return (
    <>
      <AuthTitle>Sign in</AuthTitle>
      {children}
      {form.result?.message && !needsConfirmation ? (
        <Alert type={form.result.status}>{form.result.message}</Alert>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...form.field("email")}
          autoFocus={needsConfirmation}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.field("password")}
        />
        <Link to={`/auth/forgotpass${query}`} className="link justify-self-end text-sm">
          Forgot your password?
        </Link>
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="signin" pending={isSigningIn}>
          Sign in
        </Button>
        <Button name="intent" value="magic-link" variant="secondary" pending={isMailing}>
          Email me a sign-in link
        </Button>
      </Form>
      <ProviderLinks query={query} />
      <p className="text-center text-sm">
        New here?{" "}
        <Link to={`/auth/signup${query}`} className="link">
          Create an account
        </Link>
      </p>
    </>
  );
}
