import { Form, Link } from "react-router";
import { Challenge } from "~/forms/challenge";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";
import { PasswordField } from "./password-field";
import { PASSWORD_HINT } from "./password-hint";
import { ProviderLinks } from "./provider-links";
import { ResendConfirmation } from "./resend-confirmation";

const loadSchema = async () => (await import("./schema")).signUpSchema;

/** Password twice, or a provider. Afterwards the address has to be confirmed. */
export function SignUpForm({ query, result, challengeKey }: AuthFormProps) {
  const pending = useIsSubmitting("signup");
  const form = useForm({ loadSchema, result, pending });
  return (
    <>
      {result?.message ? <Alert type={result.status}>{result.message}</Alert> : null}
      {result?.status === "success" ? (
        <ResendConfirmation email={result.values?.email ?? ""} challengeKey={challengeKey} />
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
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
