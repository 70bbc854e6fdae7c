import type { Readable, Writable } from "node:stream";
import { stripVTControlCharacters, styleText } from "node:util";
import { createLineSplitter } from "../../tools/shared/cli.ts";
import {
  formatLogLine,
  isFailedLine,
  type LogLine,
  parseLogLine,
} from "../../tools/shared/log-line.ts";

/** Harmless lines of tools that look like problems. */
const NOISE = [
  // workerd, when Postgres closes a connection that the Worker has ended
  /kj::getCaughtExceptionAsKj\(\).*disconnected: (write|read)\(\)/,
  /^\s*stack: .*bin\/workerd@/,
  // Vite plugins, about their own option
  /The `envFile` option is deprecated/,
  // wrangler, about a variable that the command sets
  /Found a non-empty CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING/,
  /Scheduled Workers are not automatically triggered/,
  /To manually trigger a scheduled event, run:/,
  /curl "http:.*cdn-cgi.*scheduled"/,
  /For more details, see .*cron-triggers/,
  // Miniflare, about an email, after what `formatEmail` shows
  /send_email binding called with/,
  /^(From|HTML|Text): /,
  // wrangler, about each request and its own log
  /^\[wrangler:info\]/,
  /Logs were written to "/,
];

/** wrangler's mark before a line of `console.error`. */
const ERROR_MARK = /^✘ \[ERROR\] (?=\{"level")/;

/** How many lines of what was left out are kept. */
const LAST_LINES = 20;

/** The line for an email that was sent. */
export function formatEmail(to: string, subject: string): string {
  return `email → ${to}: ${subject}\n`;
}

/**
 * Pipes the site's output to `to`, without noise. A terminal gets readable log lines, a file or pipe the
 * JSON. While `isStarting`, only failures are shown, so that nothing surrounds the start table; the returned
 * function shows the last lines that were left out, which say why a start failed.
 */
export function pipeOutput(
  from: Readable,
  to: Writable & { readonly isTTY?: boolean },
  isStarting: () => boolean = () => false,
): () => void {
  const leftOut: string[] = [];
  let pendingBlank = false;
  let recipient = "";
  const write = (output: string) => {
    const text = stripVTControlCharacters(output).replace(ERROR_MARK, "");
    const [, name, value = ""] = /^(To|Subject): (.+)$/.exec(text) ?? [];
    if (name === "To") recipient = value;
    if (name === "Subject") to.write(formatEmail(recipient, value));
    if (name) return;
    const line = parseLogLine(text);
    const isBlank = text.trim() === "";
    const isQuiet = isStarting() || to.isTTY === true;
    const isSilent = line ? isQuiet && isExpected(line, isStarting()) : isStarting();
    if (isBlank || isSilent || NOISE.some((pattern) => pattern.test(text))) {
      if (isSilent && !isBlank) leftOut.push(text);
      pendingBlank = isBlank;
      return;
    }
    const space = pendingBlank && !line ? "\n" : "";
    to.write(`${space}${line && to.isTTY ? formatForTerminal(line, to) : text}\n`);
    pendingBlank = false;
  };
  const split = createLineSplitter();
  from.setEncoding("utf8").on("data", (chunk: string) => split(chunk).forEach(write));
  from.on("end", () => split("\n").forEach(write));
  return () => {
    for (const text of leftOut.slice(-LAST_LINES)) to.write(`${text}\n`);
  };
}

/** True for a line that a terminal leaves out. */
function isExpected(line: LogLine, isStarting: boolean): boolean {
  const { event, route, done, deleted } = line;
  const isIdleCron = event === "scheduled.done" && !done && !deleted;
  return !isFailedLine(line) && (isStarting || isIdleCron || route === "/healthz");
}

/** Adds the local time, and drops what identifies a request in production; a failure is red. */
function formatForTerminal(line: LogLine, terminal: Writable): string {
  const { requestId, cache, user, ...fields } = line;
  const text = `${new Date().toTimeString().slice(0, 8)} ${formatLogLine(fields)}`;
  return isFailedLine(line) ? styleText("red", text, { stream: terminal }) : text;
}
