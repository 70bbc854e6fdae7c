import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type * as v from "valibot";
import type { FieldErrors, FormResult } from "./form-result";

/** Fetches the schema for the button that was pressed, by that button's value. */
export type LoadSchema = (intent: string) => Promise<v.GenericSchema>;

export interface FormState {
  /** Spread on the form element. */
  readonly props: {
    readonly noValidate: true;
    readonly onFocus: () => void;
    readonly onInput: () => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  /** Spread on `Field`. */
  field(name: string): {
    name: string;
    error: string | undefined;
    defaultValue: string | undefined;
  };
  /** The result whose alert is to be shown: none while pending, no success any more once one types again. */
  readonly result: FormResult | undefined;
}

/**
 * One form: checked by its schema in the browser before it is sent, by the action again, and shown from
 * the action's `result`. While `pending`, a second submit is dropped. Nobody waits for the schema to see
 * the page: it is fetched when the form is first touched.
 */
export function useForm(options: {
  loadSchema: LoadSchema;
  result: FormResult | undefined;
  pending: boolean;
}): FormState {
  const { loadSchema, pending } = options;
  const [browserErrors, setBrowserErrors] = useState<FieldErrors>();
  const stage = useRef<"editing" | "checking" | "checked">("editing");
  const serverError = options.result?.status === "error" ? options.result : undefined;
  const errors = browserErrors ?? serverError?.fieldErrors;
  const [typedOver, setTypedOver] = useState<FormResult>();
  const isThanked = options.result?.status === "success";
  const isOver = pending || (isThanked && options.result === typedOver);
  const sent = useRef<HTMLFormElement>(null);
  const refusedFields = pending ? undefined : serverError?.fieldErrors;
  useEffect(() => {
    if (sent.current && refusedFields) focusFirst(sent.current, refusedFields);
  }, [refusedFields]);

  return {
    props: {
      noValidate: true,
      onFocus: () => void loadCheck(loadSchema, ""),
      onInput() {
        if (isThanked) setTypedOver(options.result);
      },
      async onSubmit(event) {
        if (!pending && stage.current === "checked") {
          stage.current = "editing";
          return;
        }
        event.preventDefault();
        if (pending || stage.current === "checking") return;
        const form = event.currentTarget;
        sent.current = form;
        const { submitter } = event.nativeEvent;
        stage.current = "checking";
        const check = await loadCheck(loadSchema, pressedButton(submitter));
        const found = check(new FormData(form));
        stage.current = found ? "editing" : "checked";
        setBrowserErrors(found);
        if (found) focusFirst(form, found);
        else form.requestSubmit(submitter);
      },
    },
    field: (name) => ({ name, error: errors?.[name], defaultValue: serverError?.values?.[name] }),
    result: isOver ? undefined : options.result,
  };
}

/** Nobody waits longer for a schema before the form is sent. */
const PATIENCE_MS = 2_000;

type Check = (formData: FormData) => FieldErrors | undefined;

/** Finds nothing wrong where the schema cannot be fetched in time: the action says it then. */
async function loadCheck(loadSchema: LoadSchema, intent: string): Promise<Check> {
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
  try {
    const [schema, { parseForm }] = await Promise.race([
      Promise.all([loadSchema(intent), import("./parse-form")]),
      tooLate,
    ]);
    return (formData) => {
      const parsed = parseForm(schema, formData);
      return parsed.ok ? undefined : parsed.fieldErrors;
    };
  } catch {
    return () => undefined;
  }
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
