import { Form, href, Link, useSubmit } from "react-router";
import { authFields } from "~/content/auth/auth";
import { signInPage } from "~/content/auth/auth-pages";
import { useForm } from "~/forms/use-form";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { PasskeyButton, usePasskeysEnabled } from "../passkeys/passkey-button";
import { PasswordField } from "../password/password-field";
import { ProviderLinks } from "../providers/provider-links";
import { emailSchema, signInSchema } from "../schema";
import { AuthFormFooter, type AuthFormProps, EmailField, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";

/** Signs in with a password, a magic link, a passkey, or a provider. */
export function SignInForm({ query, result, turnstileKey, children }: AuthFormProps) {
  const isSigningIn = useIsSubmitting("signin");
  const isMailing = useIsSubmitting("magic-link");
  const submit = useSubmit();
  const form = useForm({
    schema: (intent) => (intent === "magic-link" ? emailSchema : signInSchema),
    result,
    pending: isSigningIn || isMailing,
  });
  return (
    <>
      <AuthTitle>{signInPage.title}</AuthTitle>
      {children}
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <EmailField
          {...form.field("email")}
          autoComplete={usePasskeysEnabled() ? "username webauthn" : "email"}
        />
        <PasswordField
          label={authFields.password}
          autoComplete="current-password"
          {...form.field("password")}
        />
        <Link to={`${href("/auth/forgotpass")}${query}`} className="link justify-self-end text-sm">
          {signInPage.forgotPassword}
        </Link>
        <Turnstile siteKey={turnstileKey} result={result} />
        <Button name="intent" value="signin" pending={isSigningIn}>
          {signInPage.submit}
        </Button>
        <Button name="intent" value="magic-link" variant="secondary" pending={isMailing}>
          {signInPage.magicLink}
        </Button>
      </Form>
      <div className="grid gap-3">
        <ProviderLinks query={query} />
        <PasskeyButton
          hasAutofill
          pending={useIsSubmitting("passkey")}
          result={result}
          onPasskey={(passkeyForm) => submit(passkeyForm, { method: "post" })}
        />
      </div>
      <AuthFormFooter question={signInPage.newHere} to={`${href("/auth/signup")}${query}`}>
        {signInPage.signUp}
      </AuthFormFooter>
    </>
  );
}
