import { Form, Link } from "react-router";
import { authFields } from "~/content/auth/auth";
import { BACK_TO_SIGN_IN, forgotPasswordPage } from "~/content/auth/auth-pages";
import { Challenge } from "~/forms/challenge";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { emailSchema } from "../schema";
import { type AuthFormProps, useIsSubmitting } from "./auth-form";

/** Requests a reset link. */
export function ForgotPasswordForm({ query, result, challengeKey }: AuthFormProps) {
  const pending = useIsSubmitting("forgotpass");
  const form = useForm({ schema: emailSchema, result, pending });
  return (
    <>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      {form.result?.status === "success" ? (
        <p className="text-ink-soft">{forgotPasswordPage.limit}</p>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <Field
          label={authFields.email}
          type="email"
          autoComplete="email"
          {...form.field("email")}
        />
        <Challenge siteKey={challengeKey} result={result} />
        <Button name="intent" value="forgotpass" pending={pending}>
          {forgotPasswordPage.submit}
        </Button>
      </Form>
      <p className="text-center text-sm">
        <Link to={`/auth/signin${query}`} className="link">
          {BACK_TO_SIGN_IN}
        </Link>
      </p>
    </>
  );
}
