import * as v from "valibot";
import { type FieldErrors, type FormResult, formInvalid, SECRET_FIELD } from "./form-result";

export type ParsedForm<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly fieldErrors: FieldErrors; readonly result: FormResult };

/** A required text field: trimmed, with `message` when it is empty or missing. Postgres stores no NUL. */
export function requiredText(message: string) {
  return v.pipe(
    v.optional(v.string(message), ""),
    v.transform((text) => text.replaceAll("\0", "")),
    v.trim(),
    v.nonEmpty(message),
  );
}

/** Said wherever an address is malformed, by us or by the auth server. */
export const MALFORMED_EMAIL = "Please enter an address like name@example.com";

/** A required email address. GoTrue takes a domain without a dot, which no mail reaches. */
export function requiredEmail(message: string) {
  return v.pipe(requiredText(message), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, MALFORMED_EMAIL));
}

/** A required secret: like `requiredText`, but spaces count. */
export function requiredSecret(message: string) {
  return v.pipe(v.optional(v.string(message), ""), v.nonEmpty(message));
}

/** Checks a submitted form against its schema; the same call serves browser and server. */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  formData: FormData,
): ParsedForm<v.InferOutput<Schema>> {
  const submitted = textEntries(formData);
  const parsed = v.safeParse(schema, submitted);
  if (parsed.success) return { ok: true, value: parsed.output };
  const fieldErrors = firstErrorByField(parsed.issues);
  const values = Object.fromEntries(
    Object.entries(submitted).filter(([name]) => !SECRET_FIELD.test(name)),
  );
  return { ok: false, fieldErrors, result: formInvalid(fieldErrors, values) };
}

/** The fields of a form that are text. */
export function textEntries(formData: FormData): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [name, value] of formData) if (typeof value === "string") entries[name] = value;
  return entries;
}

function firstErrorByField(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue);
    if (field !== null) errors[field] ??= issue.message;
  }
  return errors;
}
