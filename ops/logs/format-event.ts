/** Events of `wrangler tail --format json` as lines for people. */
import * as v from "valibot";

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

/** The lines of one event: the Worker's own log, exceptions, and an outcome that is not normal. */
export function formatEvent(json: string): string[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), json);
  if (!parsed.success) return [];
  const { logs, exceptions, outcome, eventTimestamp } = parsed.output;
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
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}

/** Cuts wrangler's output, indented JSON objects one after the other, into those objects. */
export function createEventCutter(): (line: string) => string | undefined {
  let lines: string[] = [];
  return (line) => {
    if (line === "{") lines = [];
    lines.push(line);
    if (line !== "}") return undefined;
    const json = lines.join("\n");
    lines = [];
    return json;
  };
}
