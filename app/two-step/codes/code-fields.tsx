import { codeField } from "~/content/auth/two-step";
import type { FormState } from "~/forms/use-form";
import { Field } from "~/ui/field";

/** An authenticator app as its owner sees it. */
export interface AuthenticatorApp {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

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
  return (
    <>
      {others.length === 0 ? (
        <input type="hidden" name="app" value={first?.id ?? ""} />
      ) : (
        <fieldset className="grid gap-1">
          <legend className="font-semibold text-sm">{codeField.app}</legend>
          {apps.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 wrap-anywhere">
              <input type="radio" name="app" value={id} defaultChecked={id === first?.id} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <CodeField hasFocus={hasFocus} {...form.field("code")} />
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
      label={codeField.label}
      autoFocus={hasFocus}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      hint={codeField.hint}
      {...field}
    />
  );
}
