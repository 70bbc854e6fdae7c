/** Client of the spreadsheet API: POST [[name, email, message]] appends a row. */
import * as v from "valibot";
import type { Config } from "~/platform/config.server";

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

/** "unknown": no readable response, so the row may have been appended. */
export type AppendOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "rejected"; readonly error: string; readonly retryAfterMs?: number }
  | { readonly kind: "unknown"; readonly error: string };

const responseSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ status: v.optional(v.string()), message: v.optional(v.string()) }),
);

/** Appends one row, without retries; never throws. The message's id is in a header, for an API that deduplicates. */
export async function appendRow(
  sheet: Config["sheet"],
  row: SheetRow,
  messageId: string,
): Promise<AppendOutcome> {
  let response: Response;
  try {
    response = await fetch(sheet.url, {
      method: "POST",
      headers: {
        ...(sheet.token ? { Authorization: `Bearer ${sheet.token}` } : {}),
        "Content-Type": "application/json",
        "Idempotency-Key": messageId,
      },
      body: JSON.stringify([row]),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    return { kind: "unknown", error: String(error) };
  }
  return parseResponse(response);
}

async function parseResponse(response: Response): Promise<AppendOutcome> {
  const text = await response.text().catch(() => "");
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("Retry-After"));
    return {
      kind: "rejected",
      error: `status ${response.status}`,
      ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1000 } : {}),
    };
  }
  const body = v.safeParse(responseSchema, text);
  if (!body.success)
    return { kind: "unknown", error: `status ${response.status}, unreadable response` };
  const { status, message } = body.output;
  return status === "error"
    ? { kind: "rejected", error: message ?? "rejected by the spreadsheet" }
    : { kind: "accepted" };
}
