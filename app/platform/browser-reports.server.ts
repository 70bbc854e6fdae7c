/** Browser reports. Anyone can send one, so values are truncated and stripped of personal data. */
import * as v from "valibot";
import { redactPath } from "./log.server";

const text = v.optional(v.string(), "");

const MAX_VALUE = 200;

/** Source: CSP Level 3, section 5.3. */
const violationSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    "csp-report": v.object({
      "effective-directive": text,
      "violated-directive": text,
      "blocked-uri": text,
      "document-uri": text,
    }),
  }),
);

/**
 * The directive, host or keyword such as "inline", and page of a violation report; undefined when it is
 * invalid.
 */
export function parseCspReport(json: string) {
  const parsed = v.safeParse(violationSchema, json);
  if (!parsed.success) return undefined;
  const report = parsed.output["csp-report"];
  const blocked = report["blocked-uri"];
  return {
    directive: truncate(report["effective-directive"] || report["violated-directive"]),
    blocked: truncate(URL.parse(blocked)?.host || blocked.replace(/[?#].*$/s, "")),
    page: truncate(URL.parse(report["document-uri"])?.pathname ?? ""),
  };
}

function truncate(value: string): string {
  return value.slice(0, MAX_VALUE);
}

const MAX_MESSAGE = 300;
const MAX_NAME = 60;
const MAX_FRAMES = 8;
const MAX_LINES = 50;
const MAX_FRAME = 200;
/** Truncated before matching, which bounds the time that patterns take. */
const MAX_PARSED = 600;

/** Sent by `app/ui/behaviors/report-errors.ts`. */
const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ page: text, name: text, message: v.string(), stack: text }),
);

/** The message browsers substitute for errors of cross-origin scripts. */
const OPAQUE = /^(Uncaught )?Script error\.?$/;

/** Rejections of a view transition or request that a navigation interrupted. */
const INTERRUPTED = /^(Abort|InvalidState|Timeout)Error$/;

/**
 * The page and error of a report to the site at `host`; undefined if it is invalid, or about an extension or
 * another site.
 */
export function parseBrowserError(json: string, host: string) {
  const report = v.safeParse(errorSchema, json);
  if (!report.success) return undefined;
  const { page, name, message, stack } = report.output;
  const lines = stack.split("\n", MAX_LINES);
  const frames = lines.flatMap((line) => parseFrame(line.slice(0, MAX_PARSED)) ?? []);
  const ownFrames = frames.filter((frame) => frame.host === host);
  if (frames.length > 0 ? ownFrames.length === 0 : OPAQUE.test(message) || INTERRUPTED.test(name)) {
    return undefined;
  }
  const error = new Error(stripUrls(message.slice(0, MAX_PARSED)).slice(0, MAX_MESSAGE));
  error.name = name.replace(/\W/g, "").slice(0, MAX_NAME) || "Error";
  const stackLines = ownFrames.slice(0, MAX_FRAMES).map(({ text }) => text.slice(0, MAX_FRAME));
  error.stack = [`${error.name}: ${error.message}`, ...stackLines].join("\n");
  return { page: redactPath(page), error };
}

/** The URL in a frame: host, path, and its line and column. */
const LOCATION = /[a-z-]{1,30}:\/\/([^\s/()]*)([^\s()?#]*)(?:[?#][^\s()]*)?:(\d+):(\d+)/;

/** "at pay (https://host/a.js:1:2)" of V8, "pay@https://host/a.js:1:2" of the others. */
function parseFrame(line: string): { host: string; text: string } | undefined {
  const found = LOCATION.exec(line);
  if (!found) return undefined;
  const [, host = "", path = "", row, column] = found;
  const caller = line.slice(0, found.index).replace(/^\s*at\s+/, "");
  const name = caller.replace(/[^\w.$<>]/g, "");
  // A page's path may contain ids; an asset's has a content hash, which source maps need.
  const file = path.startsWith("/assets/") ? path.replace(/[^\w./-]/g, "") : redactPath(path);
  const location = `${file}:${row}:${column}`;
  return { host, text: name === "" ? `    at ${location}` : `    at ${name} (${location})` };
}

/** Reduces URLs to their path (queries may contain tokens), and replaces control characters with spaces. */
function stripUrls(message: string): string {
  return message
    .replace(/[a-z-]{1,30}:\/\/[^\s/"'<>()]*([^\s"'<>()?#]*)/gi, "$1")
    .replace(/[?#][^\s"'<>()]*=[^\s"'<>()]*/g, "")
    .replace(/[\p{C}\u2028\u2029]/gu, " ");
}
