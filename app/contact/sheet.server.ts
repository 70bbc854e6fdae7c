/** Client of the spreadsheet API: POST [[name, email, message]] appends a row. */
import * as v from "valibot";

type SheetRow = readonly [name: string, email: string, message: string];

/** Spreadsheets evaluate a cell that starts like this as a formula. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** The spreadsheet row of a message, with formulas escaped as text, and a suspected one marked. */
export function toSheetRow(
  { name, email, message }: Record<"name" | "email" | "message", string>,
  isMarked = false,
): SheetRow {
  return [asText(name), asText(email), isMarked ? `[Suspected spam] ${message}` : asText(message)];
}

function asText(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}

export const TIMEOUT_MS = 20_000;

/** "unknown": no complete response, so the row may have been appended. */
export type AppendOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "rejected"; readonly error: string }
  | { readonly kind: "unknown"; readonly error: string };

/**
 * Appends one row, without retries; never throws. The message's id is in a header, for an API that
 * deduplicates.
 */
export async function appendRow(
  sheet: { readonly url: string; readonly token: string },
  row: SheetRow,
  messageId: string,
): Promise<AppendOutcome> {
  try {
    const response = await fetch(sheet.url, {
      method: "POST",
      headers: {
        ...(sheet.token ? { Authorization: `Bearer ${sheet.token}` } : {}),
        "Content-Type": "application/json",
        "Idempotency-Key": messageId,
      },
      body: JSON.stringify([row]),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { kind: "rejected", error: `status ${response.status}` };
    return readAnswer((await response.text()).trim());
  } catch (error) {
    return { kind: "unknown", error: String(error) };
  }
}

/** Words of a failure in a JSON value that is no object; "NO_ERROR" does not match. */
const NO =
  /^[^[{]*(?<![a-z]|no[ _])((type|reference|range|syntax)?error|exception|fail|failed|failure|unsuccessful|not[ _](ok|found|allowed)|nok|rejected|refused|denied|invalid|unauthorized|unauthenticated|forbidden|exceeded|timeout|aborted|false)(?![a-z])/i;

/** Fields in which services say with status 200 that no row was added, and how: docs/contact.md. */
const REFUSALS: readonly (readonly [field: RegExp, value: RegExp])[] = [
  [/^(ok|success|status|result|code|type)$/i, NO],
  [/^(ok|success)$/i, /^"?(0|null|no)?"?$/i],
  [/^(status|status_?code|code)$/i, /^"?[45]\d\d(?!\d)/],
  [/^((is_?)?errors?|error_?(message|code))$/i, /^(?!("?(0|false|null|none)?"?|\[\])$)/],
];

/** What the body of a 2xx response says. Other JSON, a text and an empty body are acceptances. */
function readAnswer(text: string): AppendOutcome {
  if (text.startsWith("<"))
    return { kind: "rejected", error: "a web page, such as a sign-in form" };
  const answer = v.parse(v.fallback(v.pipe(v.string(), v.parseJson()), text), text);
  if (answer === text && /^[[{]/.test(text)) return { kind: "unknown", error: "incomplete JSON" };
  const fields = { result: answer, ...(typeof answer === "object" ? answer : {}) };
  const refusal = Object.entries(fields).find(([name, value]) =>
    REFUSALS.some(([field, no]) => field.test(name) && no.test(JSON.stringify(value))),
  );
  return refusal
    ? { kind: "rejected", error: JSON.stringify(Object.fromEntries([refusal])).slice(0, 200) }
    : { kind: "accepted" };
}
