import type { ReactNode } from "react";
import { Form } from "react-router";
import { SensitiveResult } from "~/auth/sensitive-result";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button, type ButtonVariant } from "~/ui/button";
import { type AuthenticatorApp, CodeFields } from "./code-fields";
import { TWO_STEP_PATH } from "./two-step";

const loadSchema = async () => (await import("./schema")).codeSchema;

export interface CodeFormProps {
  /** What opens it. */
  readonly summary: string;
  readonly apps: readonly AuthenticatorApp[];
  readonly intent: string;
  readonly button: string;
  readonly variant?: ButtonVariant;
  readonly pending: boolean;
  readonly result: FormResult | undefined;
  /** Further fields. */
  readonly children?: ReactNode;
}

/** Something that takes a code of one of `apps`, behind a line that opens it. */
export function CodeForm(props: CodeFormProps) {
  const { apps, pending, result, variant } = props;
  const form = useForm({ loadSchema, result, pending });
  return (
    <details open={result !== undefined} className="mt-2">
      <summary className="link w-fit cursor-pointer text-sm">{props.summary}</summary>
      <Form method="post" action={TWO_STEP_PATH} className="mt-4 grid gap-4" {...form.props}>
        <SensitiveResult result={pending ? undefined : result} next={TWO_STEP_PATH} />
        {props.children}
        <CodeFields apps={apps} form={form} />
        <div>
          <Button name="intent" value={props.intent} variant={variant} pending={pending}>
            {props.button}
          </Button>
        </div>
      </Form>
    </details>
  );
}
