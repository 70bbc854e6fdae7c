import { Form, Link } from "react-router";
import { Challenge } from "~/forms/challenge";
import { ERROR_CODES } from "~/forms/error-codes";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";
import { PasswordField } from "./password-field";
import { ProviderLinks } from "./provider-links";
import { ResendConfirmation } from "./resend-confirmation";

async function loadSchema(intent: string) {
  const { emailSchema, signInSchema } = await import("./schema");
  return intent === "magic-link" ? emailSchema : signInSchema;
}

/** Password, magic link, or a provider. */
export function SignInForm({ query, result, challengeKey }: AuthFormProps) {
  const isSigningIn = useIsSubmitting("signin");
  const isMailing = useIsSubmitting("magic-link");
  const form = useForm({
    loadSchema,
    result,
    pending: isSigningIn || isMailing,
  });
  const needsConfirmation =
    result?.status === "error" && result.code === ERROR_CODES.emailNotConfirmed;
  return (
    <>
      {result?.message ? <Alert type={result.status}>{result.message}</Alert> : null}
      {needsConfirmation ? (
        <ResendConfirmation email={result.values?.email ?? ""} challengeKey={challengeKey} />
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
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
