/** The spreadsheet API: a POST of one row, [[name, email, message]]; a GET of the same address reads them. */
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import type { SheetRow } from "./sheet-row.server";

const TIMEOUT_MS = 5_000;

/** What became of a row. "unknown": it may or may not be in the spreadsheet. */
export type AppendOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly error: string; readonly retryAfterMs?: number }
  | { readonly kind: "unknown"; readonly error: string };

const responseSchema = v.object({
  status: v.optional(v.string()),
  message: v.optional(v.string()),
});

/** Rows as spreadsheet APIs return them: lists of cells, or records with the cells as values. */
const cells = v.union([
  v.array(v.unknown()),
  v.pipe(
    v.object({ values: v.array(v.unknown()) }),
    v.transform(({ values }) => values),
  ),
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((record) => Object.values(record)),
  ),
]);
const rowsSchema = v.union([
  v.array(cells),
  v.pipe(
    v.object({ rows: v.array(cells) }),
    v.transform(({ rows }) => rows),
  ),
  v.pipe(
    v.object({ data: v.array(cells) }),
    v.transform(({ data }) => data),
  ),
]);

/** Appends one row. Never throws; retrying is the caller's decision. */
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
    return { kind: "unknown", error: formatError(error) };
  }
  return parseResponse(response);
}

/** How many rows of the spreadsheet are equal to this one; undefined when it cannot be read. */
export async function countRows(
  sheet: Config["sheet"],
  row: SheetRow,
): Promise<number | undefined> {
  try {
    const response = await fetch(sheet.url, {
      headers: authorization(sheet),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    const rows = v.parse(rowsSchema, await response.json());
    const wanted = JSON.stringify(row);
    return rows.filter((cellsOfRow) => JSON.stringify(cellsOfRow) === wanted).length;
  } catch {
    return undefined;
  }
}

async function parseResponse(response: Response): Promise<AppendOutcome> {
  const text = await response.text().catch(() => "");
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("Retry-After"));
    return {
      kind: "refused",
      error: `status ${response.status}`,
      ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1000 } : {}),
    };
  }
  const answer = v.safeParse(responseSchema, parseJson(text));
  if (!answer.success)
    return { kind: "unknown", error: `status ${response.status}, unreadable answer` };
  const { status, message } = answer.output;
  return status === "error"
    ? { kind: "refused", error: message ?? "refused by the spreadsheet" }
    : { kind: "accepted" };
}

function authorization({ token }: Config["sheet"]): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function formatError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
