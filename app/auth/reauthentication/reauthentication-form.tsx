import { type ReactNode, useEffect } from "react";
import { href, useFetcher } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { switchAccountPath } from "~/navigation/paths";
import { Alert } from "~/ui/alert";
import { Button, TextLink } from "~/ui/button";
import { PasskeyButton } from "../methods/passkey/passkey-button";
import { PasswordField } from "../methods/password/password-field";
import { reauthenticationSchema } from "../methods/password/schema";
import { AccountForm, UsernameField } from "../session/account-form";

interface ReauthenticationFormProps {
  readonly action: string;
  /** Shown in place of the password, for an account that signs in with a provider. */
  readonly provider: ReactNode;
  /** False if the account has no passkey: then none is asked for. */
  readonly mayHavePasskey: boolean;
  readonly result?: FormResult | undefined;
  readonly onDone?: () => void;
}

/** Asks for the password, the provider or a passkey. */
export function ReauthenticationForm(props: ReauthenticationFormProps) {
  const { action, provider, mayHavePasskey, onDone } = props;
  const { Form, submit, data: result = props.result, state } = useFetcher<FormResult>();
  const pending = state !== "idle";
  const form = useForm({ schema: reauthenticationSchema, result, pending });
  const isDone = result?.status === "success" && !pending;
  useEffect(() => {
    if (isDone) onDone?.();
  }, [isDone, onDone]);
  return (
    <div className="grid gap-4">
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      {provider ?? (
        <AccountForm as={Form} action={action} className="grid gap-4" {...form.props}>
          <UsernameField />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.field("password")}
          />
          <Button pending={pending}>Sign in</Button>
          <TextLink to={switchAccountPath(href("/settings/general"))} className="text-sm">
            No password? Sign out and get a sign-in link
          </TextLink>
        </AccountForm>
      )}
      {mayHavePasskey ? (
        <PasskeyButton
          pending={pending}
          result={result}
          onPasskey={(passkeyForm) => submit(passkeyForm, { method: "post", action })}
        />
      ) : null}
    </div>
  );
}
