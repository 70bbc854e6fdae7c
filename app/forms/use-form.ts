import { type SubmitEvent, useState } from "react";
import type * as v from "valibot";
import type { FieldErrors, FormResult } from "./form-result.ts";
import { parseForm } from "./parse-form.ts";

export interface FormState {
  /** Spread on the form element. */
  readonly props: {
    readonly noValidate: true;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  /** Spread on `Field`. */
  field(name: string): {
    name: string;
    error: string | undefined;
    defaultValue: string | undefined;
  };
  /** The result whose alert is to be shown. */
  readonly result: FormResult | undefined;
}

/**
 * One form: checked by `schema` in the browser before it is sent, by the action again, and shown from
 * the action's `result`. While `pending`, a second submit is dropped.
 */
export function useForm(options: {
  /** One schema, or the one for the button that was pressed, by that button's value. */
  schema: v.GenericSchema | ((intent: string) => v.GenericSchema);
  result: FormResult | undefined;
  pending: boolean;
}): FormState {
  const [browserErrors, setBrowserErrors] = useState<FieldErrors>();
  const serverError = options.result?.status === "error" ? options.result : undefined;
  const errors = browserErrors ?? serverError?.fieldErrors;

  return {
    props: {
      noValidate: true,
      onSubmit(event) {
        if (options.pending) return event.preventDefault();
        const form = event.currentTarget;
        const schema =
          typeof options.schema === "function"
            ? options.schema(pressedButton(event.nativeEvent.submitter))
            : options.schema;
        const parsed = parseForm(schema, new FormData(form));
        setBrowserErrors(parsed.ok ? undefined : parsed.fieldErrors);
        if (parsed.ok) return;
        event.preventDefault();
        focusFirst(form, parsed.fieldErrors);
      },
    },
    field: (name) => ({ name, error: errors?.[name], defaultValue: serverError?.values?.[name] }),
    result: options.result,
  };
}

function pressedButton(submitter: HTMLElement | null): string {
  return submitter instanceof HTMLButtonElement ? submitter.value : "";
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const invalid = Array.from(form.elements).find(
    (element) => isTextControl(element) && element.name in errors,
  );
  if (invalid instanceof HTMLElement) invalid.focus();
}

function isTextControl(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
