/** Formats log lines of the Worker (app/platform/log.server.ts) for a terminal. */
import * as v from "valibot";
import { escapeCharacter, escapeControls } from "./cli.ts";

const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ level: v.string(), event: v.string() }),
);

export type LogLine = v.InferOutput<typeof lineSchema>;

/** Parses a line of the log; undefined for other text. */
export function parseLogLine(text: unknown): LogLine | undefined {
  const parsed = v.safeParse(lineSchema, text);
  return parsed.success ? parsed.output : undefined;
}

/** True for a logged error, and for a status of 500 and above. */
export function isFailedLine({ level, status }: LogLine): boolean {
  return level === "error" || Number(status) >= 500;
}

/**
 * A log line in columns, with the stack indented below it. Escapes control characters, so that user input
 * cannot move the cursor or forge a line.
 */
export function formatLogLine({ level, event, stack, ...fields }: LogLine): string {
  const mark = level === "error" ? "ERROR " : "";
  const text = event === "request" ? formatRequest(fields) : `${event} ${formatFields(fields)}`;
  const frames = typeof stack === "string" ? `\n    ${stack.replace(/\n\s*/g, "\n    ")}` : "";
  return escapeExceptFrames(`${mark}${text.trim()}${frames}`);
}

function formatRequest(fields: Readonly<Record<string, unknown>>): string {
  const { method, route, status, ms, ...rest } = fields;
  return `${String(status)} ${`${String(ms)}ms`.padStart(6)} ${String(method)} ${String(route)} ${formatFields(rest)}`;
}

function formatFields(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeControls(String(value))}`)
    .join(" ");
}

/** Keeps line feeds before stack frames, which are indented. */
export function escapeExceptFrames(text: string): string {
  return text.replace(/\n(?! {4}at )|[^\P{C}\n]|[\u2028\u2029]/gu, escapeCharacter);
}
