import { useEffect, useRef } from "react";
import { AccountField } from "~/auth/account-field";
import { PasswordField } from "~/auth/password-field";
import { PASSWORD_HINT } from "~/auth/password-hint";
import { SensitiveResult } from "~/auth/sensitive-result";
import { useSensitiveFetcher } from "~/auth/use-sensitive-fetcher";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { passwordSchema } from "./schema";

export interface PasswordFormProps {
  readonly providers: readonly string[];
  /** The answer to the form when it was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** A new password; empty again once it is saved. */
export function PasswordForm({ providers, result }: PasswordFormProps) {
  const sensitive = useSensitiveFetcher(providers);
  const { fetcher } = sensitive;
  const pending = fetcher.state !== "idle";
  const shown = sensitive.result ?? (fetcher.data ? undefined : result);
  const form = useForm({ schema: passwordSchema, result: shown, pending });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.status === "success") element.current?.reset();
  }, [fetcher.data]);
  return (
    <Card>
      <h2 className="mb-5 text-subheading">Password</h2>
      <fetcher.Form ref={element} method="post" className="grid gap-5" {...form.props}>
        <AccountField />
        <SensitiveResult result={form.result} next="/settings/password" />
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
          <Button pending={pending}>Save</Button>
        </div>
      </fetcher.Form>
      {sensitive.dialog}
    </Card>
  );
}
