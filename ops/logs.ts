/**
 * npm run logs -- --env staging|production [--since 1h] [--request ID] [--errors] [--search TEXT]
 *
 * Prints the stored log in UTC, up to 7 days (90m, 2d), by default of the last hour. --request shows the
 * lines of one request, --errors only failed requests and runs, handled failures included. Maps stacks to
 * their source where `build/` has the same code. Live: `npx wrangler tail WORKER`.
 */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { runCommand } from "../tools/shared/cli.ts";
import { escapeExceptFrames, formatLogLine, parseLogLine } from "../tools/shared/log-line.ts";
import { callAccount, withLogin } from "./lib/cloudflare-api.ts";
import { createStackMapper } from "./lib/source-maps.ts";
import { readTarget, type Target } from "./lib/target.ts";

/** Source: Cloudflare's client (cloudflare 7.3.0), TelemetryQueryParams. */
const QUERY = "/workers/observability/telemetry/query";
const PAGE = 1_000;
const MAX_LINES = 20_000;
const PERMISSION = "Workers Observability";
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const lineSchema = v.object({
  timestamp: v.number(),
  // An object when the line is JSON.
  source: v.union([v.string(), v.pipe(v.unknown(), v.stringifyJson())]),
  $metadata: v.object({ id: v.string() }),
});
type Line = v.InferOutput<typeof lineSchema>;
const resultSchema = v.object({
  events: v.nullish(v.object({ events: v.optional(v.array(lineSchema), []) })),
});

const equals = (key: string, value: string) => ({ key, operation: "eq", type: "string", value });
/** Logged errors, uncaught ones, and requests with a status of 500 and above. */
const ERRORS = {
  kind: "group",
  filterCombination: "or",
  filters: [
    equals("level", "error"),
    equals("$metadata.level", "error"),
    { key: "status", operation: "gte", type: "number", value: 500 },
  ],
};

export interface LogOptions {
  /** E.g. "90m", "1h" or "2d". */
  readonly since: string;
  readonly request?: string | undefined;
  readonly search?: string | undefined;
  readonly errors?: boolean | undefined;
  /** Lines that are read at most; tests lower it. */
  readonly max?: number;
}

/**
 * Prints the stored lines, oldest first. Throws one line for an invalid `since` or an unknown request, and
 * when there were too many lines to reach the start of the time.
 */
export async function printLog(target: Target, options: LogOptions): Promise<void> {
  const { since, request, max = MAX_LINES } = options;
  const [, amount, unit = ""] = /^(\d+)([mhd])$/.exec(since) ?? [];
  const durationMs = Number(amount) * (UNITS_MS[unit] ?? Number.NaN);
  if (!durationMs) throw new Error(`--since ${since}: say 90m, 1h or 2d`);
  const timeframe = { from: Date.now() - durationMs, to: Date.now() };
  const found: Line[] = [];
  let page: readonly Line[];
  do {
    const limit = Math.min(PAGE, max - found.length);
    page = await readPage(target, options, { timeframe, limit, offset: found.at(-1) });
    found.push(...page);
  } while (page.length === PAGE && found.length < max);
  if (request && found.length === 0) {
    throw new Error(`No lines of request ${request} in the last ${since}`);
  }
  const map = createStackMapper(target.folder);
  const lines = found.toSorted((a, b) => a.timestamp - b.timestamp);
  for (const { timestamp, source } of lines) {
    const line = parseLogLine(source);
    console.log(
      `${formatTime(timestamp)} ${map(line ? formatLogLine(line) : escapeExceptFrames(source))}`,
    );
  }
  if (found.length < max) return;
  const start = formatTime(lines[0]?.timestamp ?? timeframe.to);
  throw new Error(
    `Only since ${start} UTC: there are more than ${max} lines. Add --errors, --search or a shorter --since`,
  );
}

/** E.g. "11-26 03:04:05". */
function formatTime(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(5, 19).replace("T", " ");
}

/** One page, newest first, of the lines before `offset`. */
async function readPage(
  target: Target,
  { request, search, errors }: LogOptions,
  {
    offset,
    ...query
  }: { timeframe: { from: number; to: number }; limit: number; offset: Line | undefined },
): Promise<readonly Line[]> {
  const body = {
    queryId: "stored-log",
    view: "events",
    ...query,
    ...(offset && { offset: offset.$metadata.id, offsetDirection: "next" }),
    parameters: {
      datasets: ["cloudflare-workers"],
      filterCombination: "and",
      filters: [
        equals("$metadata.service", target.worker),
        ...(request ? [equals("requestId", request)] : []),
        ...(errors ? [ERRORS] : []),
      ],
      ...(search && { needle: { value: search } }),
    },
  };
  const call = { method: "POST", body } as const;
  const { events } = await callAccount(target, PERMISSION, QUERY, resultSchema, call);
  return events?.events ?? [];
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        since: { type: "string", default: "1h" },
        request: { type: "string" },
        errors: { type: "boolean" },
        search: { type: "string" },
      },
    });
    await printLog(await withLogin(readTarget(values.env)), values);
  });
}
