/**
 * A local stand-in for a third-party spreadsheet API that appends rows without deduplication. `/_local/rows`
 * returns them, `/_local/faults` injects faults.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import {
  closeConnection,
  createStateFile,
  IN_MEMORY_STATE,
  listen,
  readStateFile,
  renderPage,
  type Service,
  type StateFile,
} from "local-kit";
import * as v from "valibot";
import { Fault, type FaultInput, FaultQueue } from "./faults.ts";

interface SheetOptions {
  /** 0 picks a free port. */
  port: number;
  /** Required bearer token; none by default. */
  token?: string;
  /** JSON file that persists the rows; in memory by default. */
  stateFile?: string;
}

const StoredRow = v.object({
  sheet: v.string(),
  /** Row number in its sheet, from 1. */
  row: v.number(),
  values: v.array(v.string()),
  /** Stored but not used for deduplication. */
  idempotencyKey: v.nullable(v.string()),
  createdAt: v.string(),
});

const Snapshot = v.object({ version: v.literal(1), rows: v.array(StoredRow) });
const NewRows = v.strictTuple([v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100))]);
const FaultRequest = v.strictObject({
  next: v.optional(v.array(Fault)),
  always: v.optional(v.nullable(Fault)),
});

type StoredRow = v.InferOutput<typeof StoredRow>;

interface SheetControl {
  /** Rows stored so far, oldest first, of one sheet or of all. */
  rows(sheet?: string): StoredRow[];
  /** Number of append requests, failed ones included. */
  attempts(): number;
  /** Queues faults for the next appends. */
  next(...faults: FaultInput[]): void;
  /** Sets the fault for appends when the queue is empty. */
  always(fault: FaultInput | null): void;
  /** Clears all faults; keeps the rows. */
  reset(): void;
}

interface SheetService extends Service {
  readonly control: SheetControl;
}

type ServerEnv = { Bindings: HttpBindings };

class Sheets {
  readonly rows: StoredRow[];
  readonly faults = new FaultQueue();
  attempts = 0;

  constructor(rows: StoredRow[]) {
    this.rows = rows;
  }

  rowsIn(sheet: string): StoredRow[] {
    return this.rows.filter((row) => row.sheet === sheet);
  }

  append(sheet: string, values: string[], idempotencyKey: string | null): StoredRow {
    const row = this.rowsIn(sheet).length + 1;
    const stored = { sheet, row, values, idempotencyKey, createdAt: new Date().toISOString() };
    this.rows.push(stored);
    return stored;
  }
}

/** Starts the API on 127.0.0.1. Rejects when the port is taken or the state file is unreadable. */
export async function startSheet(options: SheetOptions): Promise<SheetService> {
  const saved = options.stateFile ? await readStateFile(options.stateFile, Snapshot) : null;
  const sheets = new Sheets(saved?.rows ?? []);
  const stateFile = options.stateFile
    ? createStateFile(options.stateFile, () => ({ version: 1, rows: sheets.rows }))
    : IN_MEMORY_STATE;
  const server = await listen(createApp(sheets, stateFile, options.token).fetch, options.port);
  return {
    name: "Spreadsheet API",
    url: server.url,
    control: createControl(sheets),
    async close() {
      await server.close();
      await stateFile.flush();
    },
  };
}

function createControl(sheets: Sheets): SheetControl {
  const { faults } = sheets;
  return {
    rows: (sheet) => (sheet === undefined ? [...sheets.rows] : sheets.rowsIn(sheet)),
    attempts: () => sheets.attempts,
    next: (...inputs) => faults.next.push(...inputs.map((input) => v.parse(Fault, input))),
    always(input) {
      faults.always = input && v.parse(Fault, input);
    },
    reset: () => faults.reset(),
  };
}

function createApp(
  sheets: Sheets,
  stateFile: StateFile,
  token: string | undefined,
): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();

  app.use("/v1/*", async (context, next) => {
    const given = context.req.header("authorization");
    if (token !== undefined && given !== `Bearer ${token}`) {
      return errorResponse(context, 401, "The bearer token is missing or wrong");
    }
    return next();
  });

  app.post("/v1/sheets/:id/rows", async (context) => {
    sheets.attempts += 1;
    const fault = sheets.faults.take();
    if (fault?.kind === "hang") await sleep(fault.ms);
    if (fault?.kind === "close") return closeConnection(context.env);
    if (fault?.kind === "500") return errorResponse(context, 500, "Something went wrong");
    if (fault?.kind === "429") {
      context.header("retry-after", String(fault.retryAfter));
      return errorResponse(context, 429, "Too many requests");
    }
    const body = v.safeParse(v.pipe(v.string(), v.parseJson(), NewRows), await context.req.text());
    if (!body.success) {
      return errorResponse(
        context,
        400,
        'The body must be one row of texts: [["name","email","message"]]',
      );
    }
    const key = context.req.header("idempotency-key") ?? null;
    const stored = sheets.append(context.req.param("id"), body.output[0], key);
    stateFile.scheduleWrite();
    if (fault?.kind === "accept-then-close") return closeConnection(context.env);
    if (fault?.kind === "broken") return new Response('{"status":"ok","appe');
    return context.json({ status: "ok", appended: 1, row: stored.row });
  });

  app.get("/_local/rows", ({ json }) => json({ rows: sheets.rows }));
  app.get("/_local/faults", ({ json }) => json(getFaults(sheets)));
  app.post("/_local/faults", async (context) => {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), FaultRequest),
      await context.req.text(),
    );
    if (!parsed.success) return context.json({ error: v.flatten(parsed.issues) }, 400);
    const { next, always } = parsed.output;
    if (next !== undefined) sheets.faults.next.push(...next);
    if (always !== undefined) sheets.faults.always = always;
    return context.json(getFaults(sheets));
  });
  app.post("/_local/reset", ({ json }) => {
    sheets.faults.reset();
    return json(getFaults(sheets));
  });

  app.get("/", () => rowsPage(sheets));
  return app;
}

function getFaults({ faults }: Sheets): object {
  return { next: faults.next, always: faults.always };
}

function errorResponse(
  context: Context<ServerEnv>,
  status: 400 | 401 | 429 | 500,
  message: string,
): Response {
  return context.json({ status: "error", message }, status);
}

function rowsPage(sheets: Sheets): Response {
  const lines = sheets.rows.toReversed().map(
    ({ sheet, row, values, createdAt }) =>
      html`<tr><td>${sheet}</td><td>${row}</td><td><time>${createdAt}</time></td>
${values.map((value) => html`<td>${value}</td>`)}</tr>`,
  );
  const table = html`<div class="card scroll"><table>
<tr><th>Sheet</th><th>Row</th><th>Received</th><th>Values</th></tr>${lines}</table></div>`;
  return renderPage(
    "Local spreadsheet",
    html`<main><h1>Local spreadsheet</h1>
<p class="muted">Rows that the site sent to its spreadsheet API, newest first.</p>
${lines.length === 0 ? html`<p class="card">No rows yet. Send a message on the contact page.</p>` : table}</main>`,
  );
}
