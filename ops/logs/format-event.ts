/** Formats events of `wrangler tail --format json`. */
import * as v from "valibot";
import { createLineSplitter, escapeCharacter, escapeControls } from "../../tools/cli.ts";

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

/** A log line of app/platform/log.server.ts. */
const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ level: v.string(), event: v.string() }),
);

/** Outcomes without an output line. */
const NORMAL_OUTCOMES = ["ok", "canceled"];

type TailEvent = v.InferOutput<typeof eventSchema>;

function parseEvent(json: string): TailEvent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), json);
  return parsed.success ? parsed.output : undefined;
}

/**
 * True for an exception, an abnormal outcome, a logged error, or a status of 500 and above. Cloudflare's own filter
 * counts only the first two.
 */
export function isFailure(json: string): boolean {
  const event = parseEvent(json);
  if (!event) return false;
  const { logs, exceptions, outcome } = event;
  return exceptions.length > 0 || !NORMAL_OUTCOMES.includes(outcome) || logs.some(isFailedLine);
}

function isFailedLine({ level, message }: TailEvent["logs"][number]): boolean {
  const parsed = v.safeParse(lineSchema, message[0]);
  if (!parsed.success) return level === "error";
  return parsed.output.level === "error" || Number(parsed.output.status) >= 500;
}

/**
 * Output lines of one event: log lines, exceptions, and an abnormal outcome. Escapes control characters, so that user
 * input cannot move the cursor or forge a line.
 */
export function formatEvent(json: string): string[] {
  const event = parseEvent(json);
  return event ? describeEvent(event).map(escapeExceptFrames) : [];
}

/** Keeps line feeds before stack frames, which are indented. */
function escapeExceptFrames(text: string): string {
  return text.replace(/\n(?! {4}at )|[^\P{C}\n]|[\u2028\u2029]/gu, escapeCharacter);
}

function describeEvent({ logs, exceptions, outcome, eventTimestamp }: TailEvent): string[] {
  return [
    ...logs.map(({ timestamp, message }) => `${clock(timestamp)} ${formatMessage(message)}`),
    ...exceptions.map(
      ({ timestamp, name, message }) => `${clock(timestamp)} ERROR uncaught ${name}: ${message}`,
    ),
    ...(NORMAL_OUTCOMES.includes(outcome)
      ? []
      : [`${clock(eventTimestamp ?? Date.now())} ERROR invocation outcome: ${outcome}`]),
  ];
}

function clock(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(11, 23);
}

function formatMessage(message: readonly unknown[]): string {
  const parsed = v.safeParse(lineSchema, message[0]);
  if (!parsed.success) return message.map(String).join(" ");
  const { level, event, stack, ...fields } = parsed.output;
  const mark = level === "error" ? "ERROR " : "";
  const text = event === "request" ? formatRequest(fields) : `${event} ${formatFields(fields)}`;
  const frames = typeof stack === "string" ? `\n    ${stack.replace(/\n\s*/g, "\n    ")}` : "";
  return `${mark}${text.trim()}${frames}`;
}

/** A request line in columns. */
function formatRequest(fields: Readonly<Record<string, unknown>>): string {
  const { method, route, status, ms, ...rest } = fields;
  return `${String(status)} ${`${String(ms)}ms`.padStart(6)} ${String(method)} ${String(route)} ${formatFields(rest)}`;
}

function formatFields(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeControls(String(value))}`)
    .join(" ");
}

/** Splits wrangler's output, chunks of indented JSON objects, into the objects. */
export function createEventSplitter(): (chunk: string) => string[] {
  const splitLines = createLineSplitter();
  let lines: string[] = [];
  return (chunk) =>
    splitLines(chunk).flatMap((line) => {
      if (line === "{") lines = [];
      lines.push(line);
      return line === "}" ? [lines.splice(0).join("\n")] : [];
    });
}
