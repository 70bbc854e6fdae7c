import * as v from "valibot";
import { failure, type Result } from "~/http/app-error";
import { type FieldErrors, type FormError, formInvalid, SECRET_FIELD } from "./form-result";

export const MALFORMED_EMAIL = "Please enter an address like name@example.com";

/** A required text field: trimmed, with `message` if empty or missing. Removes NUL, which Postgres cannot store. */
export function requiredText(message: string) {
  return v.pipe(
    v.optional(v.string(message), ""),
    v.transform((text) => text.replaceAll("\0", "")),
    v.trim(),
    v.nonEmpty(message),
  );
}

/** A required email address. Unlike GoTrue, rejects a domain without a dot. */
export function requiredEmail(message: string) {
  return v.pipe(requiredText(message), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, MALFORMED_EMAIL));
}

/** A required secret: like `requiredText`, but not trimmed. */
export function requiredSecret(message: string) {
  return v.pipe(v.optional(v.string(message), ""), v.nonEmpty(message));
}

/** Validates a submitted form against its schema, in the browser and on the server. */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  formData: FormData,
): Result<v.InferOutput<Schema>, FormError> {
  const submitted = getTextEntries(formData);
  const parsed = v.safeParse(schema, submitted);
  if (parsed.success) return { ok: true, value: parsed.output };
  const fieldErrors = firstErrorByField(parsed.issues);
  const values = Object.fromEntries(
    Object.entries(submitted).filter(([name]) => !SECRET_FIELD.test(name)),
  );
  return failure(formInvalid(fieldErrors, values));
}

/** The text fields of a form, without files. */
export function getTextEntries(formData: FormData): Record<string, string> {
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
