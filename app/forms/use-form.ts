import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type * as v from "valibot";
import type { FieldErrors, FormResult } from "./form-result";
import { parseForm } from "./parse-form";

export type FormState = ReturnType<typeof useForm>;

/**
 * A form that is validated against `schema` in the browser before it is submitted, and renders the action's
 * `result`. If buttons need different schemas, `schema` is a function of the pressed button's value. Ignores
 * submits while `pending`.
 */
export function useForm(options: {
  schema: v.GenericSchema | ((intent: string) => v.GenericSchema);
  result: FormResult | undefined;
  pending: boolean;
  /** Called when a valid form is submitted. */
  onValid?: (() => void) | undefined;
}) {
  const { schema, result, pending, onValid } = options;
  const submitted = useRef<HTMLFormElement>(null);
  const [browserErrors, setBrowserErrors] = useState<FieldErrors>();
  const [dismissed, setDismissed] = useState<FormResult>();
  const error = result?.status === "success" ? undefined : result;
  // Gone while pending, so that the same error again is announced again.
  const errors = browserErrors ?? (pending ? undefined : error?.fieldErrors);
  useEffect(() => {
    if (errors) submitted.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  return {
    /** Spread on the form element. */
    props: {
      noValidate: true,
      onInput() {
        if (!error) setDismissed(result);
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
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
        if (errors) event.preventDefault();
        else onValid?.();
      },
    },
    /** Spread on `Field`. */
    field: (name: string) => ({
      name,
      error: errors?.[name],
      defaultValue: error?.values?.[name],
    }),
    /** The result to render, until the form is submitted again; a success disappears at the next input. */
    result: pending || result === dismissed ? undefined : result,
  };
}

/** True while the form with this `intent` is being submitted; a page may have several forms. */
export function useIsSubmitting(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}
