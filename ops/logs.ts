/**
 * npm run logs -- --env staging|production [--since 1h] [--request ID] [--errors] [--search TEXT]
 *
 * Prints the stored log in UTC, up to 7 days (90m, 2d), by default of the last hour. --request shows the
 * lines of one request, --errors only failed requests and runs, handled failures included. Live: `npx
 * wrangler tail WORKER`.
 */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { runCommand } from "../tools/cli.ts";
import {
  escapeExceptFrames,
  formatLogLine,
  isFailedLine,
  parseLogLine,
} from "../tools/log-line.ts";
import { callAccount, withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";

/** Source: Cloudflare's API reference, Workers Observability, Run a query. */
const QUERY = "/workers/observability/telemetry/query";
const MAX_LINES = 1_000;
const PERMISSION = "Workers Observability";
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const lineSchema = v.object({
  timestamp: v.number(),
  // An object when the line is JSON.
  source: v.union([v.string(), v.pipe(v.unknown(), v.stringifyJson())]),
  $metadata: v.optional(v.object({ level: v.nullish(v.string()) }), {}),
});
const resultSchema = v.object({
  events: v.nullish(v.object({ events: v.optional(v.array(lineSchema), []) })),
});

export interface LogOptions {
  /** E.g. "90m", "1h" or "2d". */
  readonly since: string;
  readonly request?: string | undefined;
  readonly search?: string | undefined;
  readonly errors?: boolean | undefined;
}

/** Prints the newest stored lines, oldest first. Throws one line for an invalid `since` or an unknown request. */
export async function printLog(target: Target, options: LogOptions): Promise<void> {
  const { since, request, search, errors } = options;
  const [, amount, unit = ""] = /^(\d+)([mhd])$/.exec(since) ?? [];
  const durationMs = Number(amount) * (UNITS_MS[unit] ?? Number.NaN);
  if (!durationMs) throw new Error(`--since ${since}: say 90m, 1h or 2d`);
  const equals = (key: string, value: string) => ({ key, operation: "eq", type: "string", value });
  const body = {
    queryId: "stored-log",
    view: "events",
    limit: MAX_LINES,
    timeframe: { from: Date.now() - durationMs, to: Date.now() },
    parameters: {
      datasets: ["cloudflare-workers"],
      filterCombination: "and",
      filters: [
        equals("$metadata.service", target.worker),
        ...(request ? [equals("requestId", request)] : []),
      ],
      ...(search && { needle: { value: search } }),
    },
  };
  const call = { method: "POST", body } as const;
  const { events } = await callAccount(target, PERMISSION, QUERY, resultSchema, call);
  const found = events?.events ?? [];
  if (request && found.length === 0) {
    throw new Error(`No lines of request ${request} in the last ${since}`);
  }
  if (found.length === MAX_LINES) console.error(`The newest ${MAX_LINES} lines only`);
  for (const { timestamp, source, $metadata } of found.toSorted(
    (a, b) => a.timestamp - b.timestamp,
  )) {
    const line = parseLogLine(source);
    if (errors && !(line ? isFailedLine(line) : $metadata.level === "error")) continue;
    const time = new Date(timestamp).toISOString().slice(5, 19).replace("T", " ");
    console.log(`${time} ${line ? formatLogLine(line) : escapeExceptFrames(source)}`);
  }
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
