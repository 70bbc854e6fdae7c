import * as v from "valibot";
import { failure, type Result } from "~/http/app-error";
import { type FieldErrors, type FormError, formInvalid, SECRET_FIELD } from "./form-result";
import { countCharacters, findEmailAddress, hasVisibleText } from "./text";

export const MALFORMED_EMAIL = "Please enter an address like name@example.com";

/**
 * In NFC, and without NUL, which Postgres cannot store; a line break, which forms send as two characters,
 * counts as one.
 */
const normalizeText = (text: string) =>
  text.replaceAll("\0", "").replace(/\r\n?/g, "\n").normalize("NFC");

/** A text field that may be empty: trimmed and normalized. */
export const optionalText = v.pipe(
  v.optional(v.string(), ""),
  v.transform(normalizeText),
  v.trim(),
);

/** A required text field: trimmed and normalized, with `message` if it is missing or shows nothing. */
export function requiredText(message: string) {
  return v.pipe(
    v.optional(v.string(message), ""),
    v.transform(normalizeText),
    v.trim(),
    v.check(hasVisibleText, message),
  );
}

/** Limits a text to `max` characters. */
export function atMost(max: number) {
  return v.check<string, () => string>(
    (text) => countCharacters(text) <= max,
    // A function, because a process's first `Intl` formatter takes 8 ms of the first request.
    () => `Please use at most ${max.toLocaleString("en-US")} characters`,
  );
}

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Source: RFC 5321, section 4.5.3.1.1; RFC 3696, section 2: no top-level domain is a number. */
const ADDRESS = new RegExp(
  `^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`,
  "i",
);
/** Source: RFC 5321, section 4.5.3.1.3: a path of 256 includes its brackets. */
const ADDRESS_MAX = 254;

/** A required address to which mail can be sent: as GoTrue accepts it, at a domain with a dot. */
export function requiredEmail(message: string) {
  return v.pipe(
    requiredText(message),
    v.maxLength(2 * ADDRESS_MAX, MALFORMED_EMAIL),
    v.transform(findEmailAddress),
    v.regex(ADDRESS, MALFORMED_EMAIL),
    v.maxLength(ADDRESS_MAX, MALFORMED_EMAIL),
  );
}

/** A required secret: like `requiredText`, but not trimmed. */
export function requiredSecret(message: string) {
  return v.pipe(v.optional(v.string(message), ""), v.nonEmpty(message));
}

/**
 * Validates a submitted form against its schema, in the browser and on the server. The fields of a list,
 * such as `line.0.price`, are in the record `line`, of its entries by index.
 */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  formData: FormData,
): Result<v.InferOutput<Schema>, FormError> {
  const submitted = getTextEntries(formData);
  const parsed = v.safeParse(schema, nestLists(submitted));
  if (parsed.success) return { ok: true, value: parsed.output };
  const fieldErrors = firstErrorByField(parsed.issues);
  const values = Object.fromEntries(
    Object.entries(submitted).filter(([name]) => !SECRET_FIELD.test(name)),
  );
  return failure(formInvalid(fieldErrors, values));
}

/** The name of `price` in the first entry of the list `line`: `line.0.price`. */
const LIST_FIELD = /^(\w+)\.(\d{1,3})\.(\w+)$/;

/** Adds the lists among the fields, as records of their entries by index: a gap takes no memory. */
function nestLists(submitted: Readonly<Record<string, string>>): Record<string, unknown> {
  const lists = new Map<string, Record<number, Record<string, string>>>();
  for (const [name, value] of Object.entries(submitted)) {
    const match = LIST_FIELD.exec(name);
    if (!match) continue;
    const [, list = "", index, field = ""] = match;
    const entries = lists.get(list) ?? {};
    const position = Number(index);
    entries[position] ??= {};
    entries[position][field] = value;
    lists.set(list, entries);
  }
  return { ...submitted, ...Object.fromEntries(lists) };
}

/** The text fields of a form, without files; of those with the same name the last. */
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
