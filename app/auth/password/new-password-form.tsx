import { useEffect, useRef } from "react";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { AccountField } from "../account-field";
import { SensitiveResult } from "../reauthentication/sensitive-result";
import { useSensitiveFetcher } from "../reauthentication/use-sensitive-fetcher";
import { newPasswordSchema } from "../schema";
import { PasswordField } from "./password-field";
import { PASSWORD_HINT } from "./password-hint";

export interface NewPasswordFormProps {
  /** The page of the form, which is also its action. */
  readonly path: string;
  /** What the button says. */
  readonly button: string;
  readonly providers: readonly string[];
  /** The answer to the form when it was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** A new password; empty again once it is saved. */
export function NewPasswordForm({ path, button, providers, result }: NewPasswordFormProps) {
  const sensitive = useSensitiveFetcher(providers);
  const { fetcher } = sensitive;
  const pending = fetcher.state !== "idle";
  const shown = sensitive.result ?? (fetcher.data ? undefined : result);
  const form = useForm({ schema: newPasswordSchema, result: shown, pending });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.status === "success") element.current?.reset();
  }, [fetcher.data]);
  return (
    <>
      <fetcher.Form ref={element} method="post" className="grid gap-5" {...form.props}>
        <AccountField />
        <SensitiveResult result={form.result} next={path} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`${PASSWORD_HINT} Other devices that are signed in to your account will be signed out.`}
          {...form.field("password")}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <div>
          <Button pending={pending}>{button}</Button>
        </div>
      </fetcher.Form>
      {sensitive.dialog}
    </>
  );
}
