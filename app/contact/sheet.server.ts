/** Client of the spreadsheet API: POST [[name, email, message]] appends a row. */
import * as v from "valibot";

type SheetRow = readonly [name: string, email: string, message: string];

/** Spreadsheets evaluate a cell that starts like this as a formula. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** The spreadsheet row of a message, with formulas escaped as text. */
export function toSheetRow(message: Record<"name" | "email" | "message", string>): SheetRow {
  return [asText(message.name), asText(message.email), asText(message.message)];
}

function asText(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}

export const TIMEOUT_MS = 20_000;

/** "unknown": no complete response, so the row may have been appended. */
export type AppendOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "rejected"; readonly error: string; readonly retryAfterMs?: number }
  | { readonly kind: "unknown"; readonly error: string };

/** Appends one row, without retries; never throws. The message's id is in a header, for an API that deduplicates. */
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
    return response.ok ? readAnswer(await response.text()) : readStatus(response);
  } catch (error) {
    return { kind: "unknown", error: String(error) };
  }
}

function readStatus({ status, headers }: Response): AppendOutcome {
  const retryAfter = Number(headers.get("Retry-After"));
  return {
    kind: "rejected",
    error: `status ${status}`,
    ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1000 } : {}),
  };
}

/** Not in objects, and not in "NO_ERROR". */
const NO =
  /^[^[{]*(?<![a-z]|no[ _])(error|exception|fail|failed|failure|rejected|refused|denied|invalid|unauthorized|forbidden|false)(?![a-z])/i;

/** Fields in which scripts and services say with status 200 that no row was added, and how: docs/contact.md. */
const REFUSALS: readonly (readonly [field: RegExp, value: RegExp])[] = [
  [/^(ok|success|status|result|code|type)$/i, NO],
  [/^(ok|success)$/i, /^(0|null)$/],
  [/^(status|statusCode|code)$/i, /^[45]\d\d(?!\d)/],
  [/^errors?$/i, /^(?!(0|false|null|\[\]|none)?$)/],
];

/** What the body of a 2xx response says. Other JSON, a text and an empty body are acceptances. */
function readAnswer(body: string): AppendOutcome {
  const text = body.trim();
  if (text.startsWith("<")) return { kind: "rejected", error: "a web page, such as a sign-in form" };
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!parsed.success && /^[[{]/.test(text)) return { kind: "unknown", error: "incomplete JSON" };
  const answer = parsed.success ? parsed.output : text;
  const fields = typeof answer === "object" && answer !== null ? answer : { result: answer };
  const refusal = Object.entries(fields).find(([name, value]) => {
    const said = typeof value === "string" ? value : JSON.stringify(value);
    return REFUSALS.some(([field, no]) => field.test(name) && no.test(said));
  });
  return refusal
    ? { kind: "rejected", error: JSON.stringify(Object.fromEntries([refusal])).slice(0, 200) }
    : { kind: "accepted" };
}
