/** The log of the last 7 days. Source: Cloudflare's API reference, Workers Observability, Run a query. */
import * as v from "valibot";
import { callAccount } from "./cloudflare-api.ts";
import type { TailEvent } from "./format-event.ts";
import type { Target } from "./target.ts";

const MAX_LINES = 1_000;
const PERMISSION = "Workers Observability: Edit";
const QUERY = "/workers/observability/telemetry/query";
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const lineSchema = v.object({
  timestamp: v.number(),
  // An object when the line is JSON.
  source: v.union([v.string(), v.record(v.string(), v.unknown())]),
});
const resultSchema = v.object({
  events: v.nullish(v.object({ events: v.optional(v.array(lineSchema), []) })),
});

type StoredLogQuery = Readonly<Record<"search" | "requestId", string | undefined>>;

/**
 * Reads the newest lines since e.g. "90m", "1h" or "2d", oldest first: with `search` in them, of one request. Throws one
 * line for an invalid `since`.
 */
export async function readStoredLog(
  target: Target,
  since: string,
  { search, requestId }: StoredLogQuery,
): Promise<TailEvent[]> {
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
        ...(requestId ? [equals("requestId", requestId)] : []),
      ],
      ...(search && { needle: { value: search } }),
    },
  };
  const { events } = await callAccount(target, PERMISSION, QUERY, resultSchema, {
    method: "POST",
    body,
  });
  const lines = events?.events ?? [];
  if (lines.length === MAX_LINES) console.error(`The newest ${MAX_LINES} lines only`);
  return lines
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .map(({ timestamp, source }) => {
      const message = [typeof source === "string" ? source : JSON.stringify(source)];
      return { outcome: "ok", logs: [{ level: "log", timestamp, message }], exceptions: [] };
    });
}
