import { useState } from "react";
import { Form, Link } from "react-router";
import { authFields } from "~/content/auth/auth";
import { BACK_TO_SIGN_IN, signInPage } from "~/content/auth/auth-pages";
import { ERROR_CODES } from "~/forms/app-error";
import { Challenge } from "~/forms/challenge";
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

/** Signs in with a password, a magic link, or a provider. */
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
  const [dismissed, setDismissed] = useState<FormResult>();
  if (needsConfirmation && dismissed !== result) {
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
            setDismissed(result);
          }}
        >
          {BACK_TO_SIGN_IN}
        </Link>
      </CheckInbox>
    );
  }
  return (
    <>
      <AuthTitle>{signInPage.title}</AuthTitle>
      {children}
      {form.result?.message && !needsConfirmation ? (
        <Alert type={form.result.status}>{form.result.message}</Alert>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field
          label={authFields.email}
          type="email"
          autoComplete="email"
          {...form.field("email")}
          autoFocus={needsConfirmation}
        />
        <PasswordField
          label={authFields.password}
          autoComplete="current-password"
          {...form.field("password")}
        />
        <Link to={`/auth/forgotpass${query}`} className="link justify-self-end text-sm">
          {signInPage.forgotPassword}
        </Link>
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="signin" pending={isSigningIn}>
          {signInPage.submit}
        </Button>
        <Button name="intent" value="magic-link" variant="secondary" pending={isMailing}>
          {signInPage.magicLink}
        </Button>
      </Form>
      <ProviderLinks query={query} />
      <p className="text-center text-sm">
        {signInPage.newHere}{" "}
        <Link to={`/auth/signup${query}`} className="link">
          {signInPage.signUp}
        </Link>
      </p>
    </>
  );
}
