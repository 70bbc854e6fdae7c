/** Formats events of `wrangler tail --format json`. */
import * as v from "valibot";
import { createLineSplitter } from "../../tools/cli.ts";
import {
  escapeExceptFrames,
  formatLogLine,
  isFailedLine,
  parseLogLine,
} from "../../tools/log-line.ts";

const eventSchema = v.object({
  outcome: v.optional(v.string(), "ok"),
  eventTimestamp: v.nullish(v.number()),
  logs: v.optional(
    v.array(v.object({ level: v.string(), timestamp: v.number(), message: v.array(v.unknown()) })),
    [],
  ),
  exceptions: v.optional(
    v.array(v.object({ name: v.string(), message: v.string(), timestamp: v.number() })),
    [],
  ),
});

/** Outcomes without an output line. */
const NORMAL_OUTCOMES = ["ok", "canceled"];

export type TailEvent = v.InferOutput<typeof eventSchema>;

/**
 * True for an exception, an abnormal outcome, a logged error, or a status of 500 and above. Cloudflare's own filter
 * counts only the first two.
 */
export function isFailure({ logs, exceptions, outcome }: TailEvent): boolean {
  return exceptions.length > 0 || !NORMAL_OUTCOMES.includes(outcome) || logs.some(isFailedLog);
}

function isFailedLog({ level, message }: TailEvent["logs"][number]): boolean {
  const line = parseLogLine(message[0]);
  return line ? isFailedLine(line) : level === "error";
}

/**
 * Output lines of one event: log lines, exceptions, and an abnormal outcome. Escapes control characters, so that user
 * input cannot move the cursor or forge a line.
 */
export function formatEvent(
  { logs, exceptions, outcome, eventTimestamp }: TailEvent,
  { withDay = false } = {},
): string[] {
  const clock = (timestamp: number) => {
    const text = new Date(timestamp).toISOString();
    return withDay ? `${text.slice(5, 10)} ${text.slice(11, 19)}` : text.slice(11, 23);
  };
  return [
    ...logs.map(({ timestamp, message }) => `${clock(timestamp)} ${formatMessage(message)}`),
    ...exceptions.map(
      ({ timestamp, name, message }) => `${clock(timestamp)} ERROR uncaught ${name}: ${message}`,
    ),
    ...(NORMAL_OUTCOMES.includes(outcome)
      ? []
      : [`${clock(eventTimestamp ?? Date.now())} ERROR invocation outcome: ${outcome}`]),
  ].map(escapeExceptFrames);
}

function formatMessage(message: readonly unknown[]): string {
  const line = parseLogLine(message[0]);
  return line ? formatLogLine(line) : message.map(String).join(" ");
}

/** Reads events from chunks of wrangler's output, indented JSON objects. Ignores anything else. */
export function createEventReader(): (chunk: string) => TailEvent[] {
  const splitLines = createLineSplitter();
  let lines: string[] = [];
  return (chunk) =>
    splitLines(chunk).flatMap((line) => {
      if (line === "{") lines = [];
      lines.push(line);
      if (line !== "}") return [];
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), lines.join("\n"));
      return parsed.success ? [parsed.output] : [];
    });
}
