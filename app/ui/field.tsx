import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
} from "react";

interface FieldLabels {
  name: string;
  label: string;
  /**
   * Shown below the field and referenced by `aria-describedby`. Required, so that no form fails without a
   * word.
   */
  error: string | undefined;
  hint?: string;
}

export interface FieldProps extends FieldLabels, InputHTMLAttributes<HTMLInputElement> {
  name: string;
}

interface TextAreaProps extends FieldLabels, TextareaHTMLAttributes<HTMLTextAreaElement> {
  name: string;
}

/** A labeled text input with hint and error. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const control = useControl(error, hint);
  return (
    <FieldFrame {...{ label, error, hint }} id={control.id}>
      <input {...input} {...control} className="control" />
    </FieldFrame>
  );
}

/** A labeled textarea that grows with its content where the browser supports it. */
export function TextArea({ label, error, hint, ...textarea }: TextAreaProps) {
  const control = useControl(error, hint);
  return (
    <FieldFrame {...{ label, error, hint }} id={control.id}>
      <textarea
        rows={6}
        {...textarea}
        {...control}
        className="control field-sizing-content min-h-40"
      />
    </FieldFrame>
  );
}

/** Id and ARIA attributes that associate a control with its label, hint and error. */
export function useControl(error: string | undefined, hint: string | undefined) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
  } as const;
}

/** Label, control, error and hint, in this order. */
export function FieldFrame({
  id,
  label,
  error,
  hint,
  children,
}: Omit<FieldLabels, "name"> & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="wrap-anywhere font-semibold text-sm">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} role="alert" className="field-error">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
