/**
 * npm run logs -- --env staging|production [--since 1h] [--request ID] [--errors] [--search TEXT]
 *
 * Tails the live log, one line per event; with --since prints what is stored, up to 7 days (90m, 1h, 2d). --request shows
 * the lines of one request, --errors only failed requests and runs, handled failures included.
 */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { runCommand } from "../tools/cli.ts";
import { callAccount, withLogin } from "./lib/cloudflare-api.ts";
import { createEventReader, formatEvent, isFailure, type TailEvent } from "./lib/format-event.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { wrangler } from "./lib/wrangler.ts";

/** Source: Cloudflare's API reference, Workers Observability, Run a query. */
const QUERY = "/workers/observability/telemetry/query";
const MAX_LINES = 1_000;
const PERMISSION = "Workers Observability";
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const lineSchema = v.object({
  timestamp: v.number(),
  // An object when the line is JSON.
  source: v.union([v.string(), v.record(v.string(), v.unknown())]),
});
const resultSchema = v.object({
  events: v.nullish(v.object({ events: v.optional(v.array(lineSchema), []) })),
});

/**
 * Reads the newest lines since e.g. "90m", "1h" or "2d", oldest first: with `search` in them, of one request. Throws one
 * line for an invalid `since`.
 */
async function readStoredLog(
  target: Target,
  since: string,
  { search, requestId }: { search: string | undefined; requestId: string | undefined },
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

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      since: { type: "string" },
      request: { type: "string" },
      errors: { type: "boolean", default: false },
      search: { type: "string" },
    },
  });
  const { since, search, request: requestId } = values;
  // Ctrl-C reaches wrangler too; SIGTERM only this process.
  const stop = new AbortController();
  process.once("SIGTERM", () => stop.abort());
  const target = readTarget(values.env, { signal: stop.signal });
  // Only stored lines may be of another day.
  const withDay = since !== undefined;
  const print = (events: readonly TailEvent[]) => {
    for (const event of events) {
      if (values.errors && !isFailure(event)) continue;
      for (const text of formatEvent(event, { withDay })) console.log(text);
    }
  };
  if (since !== undefined) {
    const found = await readStoredLog(await withLogin(target), since, { search, requestId });
    if (requestId && found.length === 0) {
      throw new Error(`No lines of request ${requestId} in the last ${since}`);
    }
    return print(found);
  }
  // Not on standard output, which has the log only.
  console.error(`${target.environment}: live log of ${target.worker}, from now on. Ctrl-C ends it`);
  const text = requestId ?? search;
  const filter = text === undefined ? [] : ["--search", text];
  const read = createEventReader();
  await wrangler(target, ["tail", "--format", "json", ...filter], {
    onStdout: (chunk) => print(read(chunk)),
  });
});
