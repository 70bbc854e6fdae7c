import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type * as v from "valibot";
import type { FieldErrors, FormResult } from "./form-result";
import { parseForm } from "./parse-form";

export interface FormState {
  /** Spread on the form element. */
  readonly props: {
    readonly noValidate: true;
    readonly onInput: () => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  /** Spread on `Field`. */
  field(name: string): {
    name: string;
    error: string | undefined;
    defaultValue: string | undefined;
  };
  /** The result to render, until the form is submitted again; a success disappears at the next input. */
  readonly result: FormResult | undefined;
}

/**
 * A form that is validated against `schema` in the browser before it is submitted, and renders the action's `result`.
 * If buttons need different schemas, `schema` is a function of the pressed button's value. Ignores submits while
 * `pending`.
 */
export function useForm(options: {
  schema: v.GenericSchema | ((intent: string) => v.GenericSchema);
  result: FormResult | undefined;
  pending: boolean;
}): FormState {
  const { schema, result, pending } = options;
  const submitted = useRef<HTMLFormElement>(null);
  const [browserErrors, setBrowserErrors] = useState<FieldErrors>();
  const [dismissed, setDismissed] = useState<FormResult>();
  const error = result?.status === "error" ? result : undefined;
  const serverErrors = pending ? undefined : error?.fieldErrors;
  useEffect(() => {
    if (submitted.current && serverErrors) focusFirst(submitted.current, serverErrors);
  }, [serverErrors]);

  return {
    props: {
      noValidate: true,
      onInput() {
        if (!error) setDismissed(result);
      },
      onSubmit(event) {
        if (pending) return event.preventDefault();
        const form = event.currentTarget;
        const { submitter } = event.nativeEvent;
        const intent = submitter instanceof HTMLButtonElement ? submitter.value : "";
        const parsed = parseForm(
          typeof schema === "function" ? schema(intent) : schema,
          new FormData(form),
        );
        const errors = parsed.ok ? undefined : parsed.error.fieldErrors;
        submitted.current = form;
        setDismissed(result);
        setBrowserErrors(errors);
        if (!errors) return;
        event.preventDefault();
        focusFirst(form, errors);
      },
    },
    field: (name) => ({
      name,
      error: (browserErrors ?? error?.fieldErrors)?.[name],
      defaultValue: error?.values?.[name],
    }),
    result: pending || result === dismissed ? undefined : result,
  };
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
