import type { ReactNode } from "react";
import { href, useNavigation } from "react-router";
import { ReauthenticationResult } from "~/auth/reauthentication/reauthentication-result";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { type FormState, useForm } from "~/forms/use-form";
import { Button, type ButtonVariant, buttonClass } from "~/ui/button";
import { Field } from "~/ui/field";
import type { AuthenticatorApp } from "../authenticator-app";
import { codeSchema } from "../schema";

/** A code from one of `apps`, with a choice of app if there are several. */
export function CodeFields({
  apps,
  form,
  hasFocus = false,
}: {
  apps: readonly AuthenticatorApp[];
  form: FormState;
  /** Focuses the code when the page loads. */
  hasFocus?: boolean;
}) {
  const [first, ...others] = apps;
  const entered = apps.find(({ id }) => id === form.result?.values?.app);
  const { error, ...code } = form.field("code");
  return (
    <>
      {others.length === 0 ? (
        <input type="hidden" name="app" value={first?.id ?? ""} />
      ) : (
        <fieldset className="grid gap-1">
          <legend className="font-semibold text-sm">Authenticator app</legend>
          {apps.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 wrap-anywhere">
              <input
                type="radio"
                name="app"
                value={id}
                defaultChecked={id === (entered ?? first)?.id}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <CodeField
        hasFocus={hasFocus}
        {...code}
        error={error && entered && others.length > 0 ? `${entered.name}: ${error}` : error}
      />
    </>
  );
}

/** Six digits; phones and password managers can fill them in. */
export function CodeField({
  hasFocus,
  ...field
}: ReturnType<FormState["field"]> & { hasFocus: boolean }) {
  return (
    <Field
      label="Code"
      autoFocus={hasFocus}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={24}
      hint="The six digits your authenticator app shows now."
      {...field}
    />
  );
}

interface CodeFormProps {
  readonly summary: ReactNode;
  readonly apps: readonly AuthenticatorApp[];
  readonly intent: string;
  readonly button: string;
  readonly variant?: ButtonVariant;
  readonly result: FormResult | undefined;
  readonly appId?: string;
}

/** A form that requires a code from one of `apps`, inside a disclosure. */
export function CodeForm(props: CodeFormProps) {
  const { apps, result, appId, intent, variant } = props;
  const { formData } = useNavigation();
  const pending = formData?.get("intent") === intent && formData.get("appId") === (appId ?? null);
  const form = useForm({ schema: codeSchema, result, pending });
  return (
    <details open={result !== undefined} className="mt-3">
      <summary className={buttonClass("secondary")}>{props.summary}</summary>
      <AccountForm action={href("/settings/two-step")} className="mt-4 grid gap-4" {...form.props}>
        <ReauthenticationResult result={form.result} next={href("/settings/two-step")} />
        {appId ? <input type="hidden" name="appId" value={appId} /> : null}
        <CodeFields apps={apps} form={form} />
        <div>
          <Button name="intent" value={intent} variant={variant} pending={pending}>
            {props.button}
          </Button>
        </div>
      </AccountForm>
    </details>
  );
}
