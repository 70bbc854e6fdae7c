/**
 * A local stand-in for a third-party spreadsheet API: one that appends rows, and knows nothing of
 * sending the same row twice. Its troubles are made to order at `/_local/faults`.
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
import { Outcome, type OutcomeOrder, Outcomes } from "./outcomes.ts";

export type { OutcomeOrder } from "./outcomes.ts";

export interface SheetOptions {
  /** 0 picks a free one. */
  port: number;
  /** Bearer token that every call must bring; none when left out. */
  token?: string;
  /** JSON file that keeps the rows over a restart; in memory when left out. */
  stateFile?: string;
}

const StoredRow = v.object({
  sheet: v.string(),
  /** Position in its sheet, from 1. */
  row: v.number(),
  values: v.array(v.string()),
  /** Written down, never acted on: the same key twice is two rows. */
  idempotencyKey: v.nullable(v.string()),
  createdAt: v.string(),
});

const Snapshot = v.object({ version: v.literal(1), rows: v.array(StoredRow) });
const NewRows = v.strictTuple([v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100))]);
const FaultOrder = v.strictObject({
  next: v.optional(v.array(Outcome)),
  always: v.optional(v.nullable(Outcome)),
});

export type StoredRow = v.InferOutput<typeof StoredRow>;

export interface SheetControl {
  /** Rows stored so far, oldest first, of one sheet or of all. */
  rows(sheet?: string): StoredRow[];
  /** How many appends were asked for, whatever became of them. */
  attempts(): number;
  /** What happens to the next appends, one after the other. */
  next(...outcomes: OutcomeOrder[]): void;
  /** What happens to every append for which nothing else is ordered. */
  always(outcome: OutcomeOrder | null): void;
  /** Back to normal; the rows stay. */
  reset(): void;
}

export interface SheetService extends Service {
  readonly control: SheetControl;
}

type ServerEnv = { Bindings: HttpBindings };

class Sheets {
  readonly rows: StoredRow[];
  readonly outcomes = new Outcomes();
  attempts = 0;

  constructor(rows: StoredRow[]) {
    this.rows = rows;
  }

  of(sheet: string): StoredRow[] {
    return this.rows.filter((row) => row.sheet === sheet);
  }

  append(sheet: string, values: string[], idempotencyKey: string | null): StoredRow {
    const row = this.of(sheet).length + 1;
    const stored = { sheet, row, values, idempotencyKey, createdAt: new Date().toISOString() };
    this.rows.push(stored);
    return stored;
  }
}

/** Starts it on 127.0.0.1. Rejects when the port is taken or the state file cannot be read. */
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
  const { outcomes } = sheets;
  return {
    rows: (sheet) => (sheet === undefined ? [...sheets.rows] : sheets.of(sheet)),
    attempts: () => sheets.attempts,
    next: (...orders) => outcomes.next.push(...orders.map((order) => v.parse(Outcome, order))),
    always(order) {
      outcomes.always = order && v.parse(Outcome, order);
    },
    reset: () => outcomes.reset(),
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
      return refuse(context, 401, "The bearer token is missing or wrong");
    }
    return next();
  });

  app.get("/v1/sheets/:id/rows", (context) =>
    context.json({ status: "ok", rows: sheets.of(context.req.param("id")) }),
  );

  app.post("/v1/sheets/:id/rows", async (context) => {
    sheets.attempts += 1;
    const outcome = sheets.outcomes.take();
    if (outcome?.kind === "hang") await sleep(outcome.ms);
    if (outcome?.kind === "close") return closeConnection(context.env);
    if (outcome?.kind === "500") return refuse(context, 500, "Something went wrong");
    if (outcome?.kind === "429") {
      context.header("retry-after", String(outcome.retryAfter));
      return refuse(context, 429, "Too many requests");
    }
    const body = v.safeParse(v.pipe(v.string(), v.parseJson(), NewRows), await context.req.text());
    if (!body.success) {
      return refuse(
        context,
        400,
        'The body must be one row of texts: [["name","email","message"]]',
      );
    }
    const key = context.req.header("idempotency-key") ?? null;
    const stored = sheets.append(context.req.param("id"), body.output[0], key);
    stateFile.scheduleWrite();
    if (outcome?.kind === "accept-then-close") return closeConnection(context.env);
    if (outcome?.kind === "broken") return new Response('{"status":"ok","appe');
    return context.json({ status: "ok", appended: 1, row: stored.row });
  });

  app.get("/_local/faults", ({ json }) => json(faultsOf(sheets)));
  app.post("/_local/faults", async (context) => {
    const order = v.safeParse(
      v.pipe(v.string(), v.parseJson(), FaultOrder),
      await context.req.text(),
    );
    if (!order.success) return context.json({ error: v.flatten(order.issues) }, 400);
    const { next, always } = order.output;
    if (next !== undefined) sheets.outcomes.next.push(...next);
    if (always !== undefined) sheets.outcomes.always = always;
    return context.json(faultsOf(sheets));
  });
  app.post("/_local/reset", ({ json }) => {
    sheets.outcomes.reset();
    return json(faultsOf(sheets));
  });

  app.get("/", () => rowsPage(sheets));
  return app;
}

function faultsOf({ outcomes }: Sheets): object {
  return { next: outcomes.next, always: outcomes.always };
}

function refuse(
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
<p class="muted">What the site has sent to its spreadsheet API, newest first.</p>
${lines.length === 0 ? html`<p class="card">No rows yet. Send a message on the contact page.</p>` : table}</main>`,
  );
}
