/** Client of the spreadsheet API: POST [[name, email, message]] appends a row, GET of the same URL reads the rows. */
import * as v from "valibot";
import type { Config } from "~/platform/config.server";

export type SheetRow = readonly [name: string, email: string, message: string];

/** Spreadsheets evaluate a cell that starts like this as a formula. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** The spreadsheet row of a message, with formulas escaped as text. */
export function toSheetRow(message: Record<"name" | "email" | "message", string>): SheetRow {
  return [asText(message.name), asText(message.email), asText(message.message)];
}

function asText(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}

const TIMEOUT_MS = 5_000;

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

/** Rows as different spreadsheet APIs return them: each a list of cells, or a record with cells as values. */
const rowSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform(({ values, ...cells }) => (Array.isArray(values) ? values : Object.values(cells))),
);
const rowsSchema = v.union([
  v.array(rowSchema),
  v.object({ rows: v.array(rowSchema) }),
  v.object({ data: v.array(rowSchema) }),
]);

/** Appends one row. Never throws and does not retry. */
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
        ...authorization(sheet),
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

/** Number of rows equal to `row`; undefined if the spreadsheet cannot be read. */
export async function countRows(sheet: Config["sheet"], row: SheetRow) {
  try {
    const response = await fetch(sheet.url, {
      headers: authorization(sheet),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    const body = v.parse(rowsSchema, await response.json());
    const rows = Array.isArray(body) ? body : "rows" in body ? body.rows : body.data;
    const target = JSON.stringify(row);
    return rows.filter((cells) => JSON.stringify(cells) === target).length;
  } catch {
    return undefined;
  }
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

function authorization({ token }: Config["sheet"]): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}
