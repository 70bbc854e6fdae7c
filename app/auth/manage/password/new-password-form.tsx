import { type ReactNode, useEffect, useRef } from "react";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { PasswordField } from "../../methods/password/password-field";
import { PASSWORD_MIN_LENGTH } from "../../methods/password/password-length";
import { newPasswordSchema } from "../../methods/password/schema";
import { ReauthenticationResult } from "../../reauthentication/reauthentication-result";
import { useReauthenticationFetcher } from "../../reauthentication/use-reauthentication-fetcher";
import { AccountForm, UsernameField } from "../../session/account-form";

interface NewPasswordFormProps {
  /** The page of the form, which is also its action. */
  readonly path: string;
  readonly button: string;
  readonly providers: readonly string[];
  readonly result: FormResult | undefined;
  /**
   * Where a page with no other purpose continues: once the password is saved, a message replaces the form.
   */
  readonly next?: string;
  /** Shown above the form, until the password is saved. */
  readonly children?: ReactNode;
}

/** Changes the password, and is reset once it is saved. */
export function NewPasswordForm({
  path,
  button,
  providers,
  result,
  next,
  children,
}: NewPasswordFormProps) {
  const { fetcher, pending, result: shown, dialog } = useReauthenticationFetcher(providers, result);
  const form = useForm({ schema: newPasswordSchema, result: shown, pending });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.status === "success") element.current?.reset();
  }, [fetcher.data]);
  if (next && shown?.status === "success") {
    return (
      <>
        <Alert type="success" hasFocus>
          {shown.message}
        </Alert>
        <ButtonLink to={next}>Continue</ButtonLink>
      </>
    );
  }
  return (
    <>
      {children}
      <AccountForm as={fetcher.Form} ref={element} className="grid gap-5" {...form.props}>
        <ReauthenticationResult result={form.result} next={path} />
        <UsernameField />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters. Other devices that are signed in to your account will be signed out.`}
          {...form.field("password")}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <div className={next && "grid gap-3"}>
          <Button pending={pending}>{button}</Button>
          {next ? (
            <ButtonLink to={next} variant="quiet">
              Skip for now
            </ButtonLink>
          ) : null}
        </div>
      </AccountForm>
      {dialog}
    </>
  );
}
