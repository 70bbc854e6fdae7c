import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import { SensitiveResult } from "~/auth/reauthentication/sensitive-result";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button, type ButtonVariant } from "~/ui/button";
import { codeSchema } from "../schema";
import { TWO_STEP_PATH } from "../two-step";
import { type AuthenticatorApp, CodeFields } from "./code-fields";

export interface CodeFormProps {
  /** The label of the disclosure. */
  readonly summary: string;
  readonly apps: readonly AuthenticatorApp[];
  readonly intent: string;
  readonly button: string;
  readonly variant?: ButtonVariant;
  readonly result: FormResult | undefined;
  /** The app to remove. */
  readonly removal?: string;
}

/** A form that requires a code from one of `apps`, inside a disclosure. */
export function CodeForm(props: CodeFormProps) {
  const { apps, result, removal, intent, variant } = props;
  const { formData } = useNavigation();
  const pending =
    formData?.get("intent") === intent && formData.get("removal") === (removal ?? null);
  const form = useForm({ schema: codeSchema, result, pending });
  return (
    <details open={result !== undefined} className="mt-2">
      <summary className="link w-fit cursor-pointer text-sm">{props.summary}</summary>
      <Form method="post" action={TWO_STEP_PATH} className="mt-4 grid gap-4" {...form.props}>
        <AccountField />
        <SensitiveResult result={form.result} next={TWO_STEP_PATH} />
        {removal ? <input type="hidden" name="removal" value={removal} /> : null}
        <CodeFields apps={apps} form={form} />
        <div>
          <Button name="intent" value={intent} variant={variant} pending={pending}>
            {props.button}
          </Button>
        </div>
      </Form>
    </details>
  );
}
