/**
 * What browsers report: violations of the content security policy, and scripts that broke. Anybody can send such a
 * report, so it is cut, and stripped of anything that could tell about a person.
 */
import * as v from "valibot";
import { redactPath } from "./log.server";

const text = v.optional(v.string(), "");

const MAX_VALUE = 200;

export interface CspViolation {
  readonly directive: string;
  /** The host that was blocked, or a word like "inline". */
  readonly blocked: string;
  /** The path of the page, without its query. */
  readonly page: string;
}

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

/** What a browser kept a page from doing; undefined when it is not a report. */
export function parseCspReport(json: string): CspViolation | undefined {
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
/** Longer ones are cut before anything looks for patterns in them: that takes time. */
const MAX_PARSED = 600;

/** A script of a page that broke (`app/ui/behaviours/report-errors.ts`). */
export interface BrowserError {
  /** The page's path as the log groups it. */
  readonly page: string;
  /** As it was thrown, without anything that could tell about a person. */
  readonly error: Error;
}

const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ page: text, name: text, message: v.string(), stack: text }),
);

/** What browsers say in place of an error that another site's script has thrown. */
const OPAQUE = /^(Uncaught )?Script error\.?$/;

/** A transition or a request that a navigation has cut short: the browser rejects what waits for it. */
const INTERRUPTED = /^(Abort|InvalidState|Timeout)Error$/;

/**
 * The error of a report to the site at `host`; undefined when it is none, or not of this site: thrown by a
 * browser's extension or by another site's script.
 */
export function parseBrowserError(json: string, host: string): BrowserError | undefined {
  const report = v.safeParse(errorSchema, json);
  if (!report.success) return undefined;
  const { page, name, message, stack } = report.output;
  const lines = stack.split("\n", MAX_LINES);
  const places = lines.flatMap((line) => parseFrame(line.slice(0, MAX_PARSED)) ?? []);
  const ours = places.filter((place) => place.host === host);
  if (places.length > 0 ? ours.length === 0 : OPAQUE.test(message) || INTERRUPTED.test(name)) {
    return undefined;
  }
  const error = new Error(stripUrls(message.slice(0, MAX_PARSED)).slice(0, MAX_MESSAGE));
  error.name = name.replace(/\W/g, "").slice(0, MAX_NAME) || "Error";
  const frames = ours.slice(0, MAX_FRAMES).map(({ frame }) => frame.slice(0, MAX_FRAME));
  error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
  return { page: redactPath(page), error };
}

/** The address in a frame: host, path, and what follows it up to line and column. */
const LOCATION = /[a-z-]{1,30}:\/\/([^\s/()]*)([^\s()?#]*)(?:[?#][^\s()]*)?:(\d+):(\d+)/;

/** "at pay (https://host/a.js:1:2)" of V8, "pay@https://host/a.js:1:2" of the others. */
function parseFrame(line: string): { host: string; frame: string } | undefined {
  const found = LOCATION.exec(line);
  if (!found) return undefined;
  const [, host = "", path = "", row, column] = found;
  const caller = line.slice(0, found.index).replace(/^\s*at\s+/, "");
  const name = caller.replace(/[^\w.$<>]/g, "");
  // A page's own address may hold ids; a file's holds a hash that leads to its source.
  const file = path.startsWith("/assets/") ? path.replace(/[^\w./-]/g, "") : redactPath(path);
  const place = `${file}:${row}:${column}`;
  return { host, frame: name === "" ? `    at ${place}` : `    at ${name} (${place})` };
}

/** Addresses by their path, without queries, which may hold tokens; what could end a line or move a cursor as spaces. */
function stripUrls(message: string): string {
  return message
    .replace(/[a-z-]{1,30}:\/\/[^\s/"'<>()]*([^\s"'<>()?#]*)/gi, "$1")
    .replace(/[?#][^\s"'<>()]*=[^\s"'<>()]*/g, "")
    .replace(/[\p{C}\u2028\u2029]/gu, " ");
}
