import { Form } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { AccountField } from "./account-field";
import { useIsSubmitting } from "./auth-form";
import { PasswordField } from "./password-field";
import { PASSWORD_HINT } from "./password-hint";
import { newPasswordSchema } from "./schema";
import { SensitiveResult } from "./sensitive-result";

/** A new password for whoever followed a reset link; others are sent to ask for one. */
export function ChangePasswordForm({
  result,
  email,
}: {
  readonly result: FormResult | undefined;
  /** Of whoever is signed in; null for a guest. */
  readonly email: string | null;
}) {
  const pending = useIsSubmitting("changepass");
  const form = useForm({ schema: newPasswordSchema, result, pending });
  if (result?.status === "success") {
    return (
      <>
        <Alert type="success" hasFocus>
          {result.message}
        </Alert>
        <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
      </>
    );
  }
  if (email === null) {
    return (
      <>
        <Alert type="error">
          This page needs a reset link that is still good. Links work once, for an hour.
        </Alert>
        <ButtonLink to="/auth/forgotpass">Send me a new link</ButtonLink>
      </>
    );
  }
  return (
    <>
      {email ? <p className="wrap-anywhere text-ink-soft">For the account {email}.</p> : null}
      <SensitiveResult result={form.result} next="/auth/changepass" />
      <Form method="post" className="grid gap-4" {...form.props}>
        <AccountField />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          {...form.field("password")}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <Button name="intent" value="changepass" pending={pending}>
          Change password
        </Button>
      </Form>
    </>
  );
}
