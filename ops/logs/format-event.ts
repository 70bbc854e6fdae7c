/** Events of `wrangler tail --format json` as lines for people. */
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

/** A line of app/platform/log.server.ts. */
const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ level: v.string(), event: v.string() }),
);

/** Outcomes that are worth no line of their own. */
const NORMAL_OUTCOMES = ["ok", "canceled"];

type TailEvent = v.InferOutput<typeof eventSchema>;

function parseEvent(json: string): TailEvent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), json);
  return parsed.success ? parsed.output : undefined;
}

/**
 * True when something failed: a crash, a limit, a logged error, or an answer of 500 and above. For Cloudflare
 * only the first two are errors, since the Worker has answered in the other cases.
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
 * The lines of one event: the Worker's own log, exceptions, and an outcome that is not normal. What a visitor
 * sent cannot move the cursor or begin a line of its own: control characters are shown as such.
 */
export function formatEvent(json: string): string[] {
  const event = parseEvent(json);
  return event ? describeEvent(event).map(escapeExceptFrames) : [];
}

/** All but the line feeds of a stack, which are followed by our own indentation. */
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
      : [`${clock(eventTimestamp ?? Date.now())} ERROR the invocation ended as ${outcome}`]),
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

/** The one line that every request has, in columns. */
function formatRequest(fields: Readonly<Record<string, unknown>>): string {
  const { method, route, status, ms, ...rest } = fields;
  return `${String(status)} ${`${String(ms)}ms`.padStart(6)} ${String(method)} ${String(route)} ${formatFields(rest)}`;
}

function formatFields(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeControls(String(value))}`)
    .join(" ");
}

/** Cuts wrangler's output, indented JSON objects one after the other and in pieces of any size, into those objects. */
export function createEventSplitter(): (piece: string) => string[] {
  const cut = createLineSplitter();
  let lines: string[] = [];
  return (piece) =>
    cut(piece).flatMap((line) => {
      if (line === "{") lines = [];
      lines.push(line);
      return line === "}" ? [lines.splice(0).join("\n")] : [];
    });
}
