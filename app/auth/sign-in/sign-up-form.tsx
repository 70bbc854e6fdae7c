import { Form, href } from "react-router";
import { authFields } from "~/content/auth/auth";
import { signUpPage } from "~/content/auth/auth-pages";
import { useForm } from "~/forms/use-form";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { PasswordField } from "../password/password-field";
import { PASSWORD_MIN_LENGTH } from "../password/password-length";
import { ProviderLinks } from "../providers/provider-links";
import { signUpSchema } from "../schema";
import { AuthFormFooter, type AuthFormProps, EmailField, useIsSubmitting } from "./auth-form";
import { AuthTitle } from "./auth-title";

/** Signs up with a password or a provider. */
export function SignUpForm({ query, result, turnstileKey, children }: AuthFormProps) {
  const pending = useIsSubmitting("signup");
  const form = useForm({ schema: signUpSchema, result, pending });
  return (
    <>
      <AuthTitle>{signUpPage.title}</AuthTitle>
      {children}
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <EmailField {...form.field("email")} />
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
        <Turnstile siteKey={turnstileKey} result={result} />
        <Button name="intent" value="signup" pending={pending}>
          {signUpPage.submit}
        </Button>
      </Form>
      <ProviderLinks query={query} />
      <AuthFormFooter question={signUpPage.hasAccount} to={`${href("/auth/signin")}${query}`}>
        {signUpPage.signIn}
      </AuthFormFooter>
    </>
  );
}
