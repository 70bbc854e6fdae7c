import { Form, Link } from "react-router";
import { Challenge } from "~/forms/challenge";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { emailSchema } from "../schema";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";

/** Said whether or not the address has an account. */
const ONE_MAIL_A_MINUTE =
  "We send one link a minute to an address. If you asked for a sign-in link just now, use that one, or try again in a minute.";

/** Asks for the address that the reset link goes to. */
export function ForgotPasswordForm({ query, result, challengeKey }: AuthFormProps) {
  const pending = useIsSubmitting("forgotpass");
  const form = useForm({ schema: emailSchema, result, pending });
  return (
    <>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      {form.result?.status === "success" ? (
        <p className="text-ink-soft">{ONE_MAIL_A_MINUTE}</p>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="forgotpass" pending={pending}>
          Reset password
        </Button>
      </Form>
      <p className="text-center text-sm">
        <Link to={`/auth/signin${query}`} className="link">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
