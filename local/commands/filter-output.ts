import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";
import { createLineSplitter } from "../../tools/cli.ts";
import { formatLogLine, isFailedLine, type LogLine, parseLogLine } from "../../tools/log-line.ts";

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
  // Vite; the start table has the address
  /➜ {2}Local: {3}http/,
];

interface OutputOptions {
  /** While true, a terminal shows only failures, so that nothing pushes the start table away. */
  readonly isStarting: () => boolean;
}

/** Pipes the site's output to `to`, without noise. A terminal gets readable log lines, a file or pipe the JSON. */
export function pipeOutput(
  from: Readable,
  to: Writable & { readonly isTTY?: boolean },
  { isStarting }: OutputOptions,
): void {
  let pendingBlank = false;
  const write = (text: string) => {
    if (NOISE.some((pattern) => pattern.test(text))) {
      pendingBlank = false;
      return;
    }
    if (text.trim() === "") {
      pendingBlank = true;
      return;
    }
    const line = to.isTTY ? parseLogLine(text) : undefined;
    if (line && !isFailedLine(line) && (isStarting() || isIdleCron(line))) return;
    to.write(`${pendingBlank ? "\n" : ""}${line ? formatForTerminal(line, to) : text}\n`);
    pendingBlank = false;
  };
  const split = createLineSplitter();
  from.setEncoding("utf8").on("data", (chunk: string) => split(chunk).forEach(write));
  from.on("end", () => split("\n").forEach(write));
}

function isIdleCron({ event, done, deleted }: LogLine): boolean {
  return event === "scheduled.done" && !done && !deleted;
}

/** With the local time, without what identifies a request in production; failures in red. */
function formatForTerminal(line: LogLine, terminal: Writable): string {
  const { requestId, cache, user, ...fields } = line;
  const text = `${new Date().toTimeString().slice(0, 8)} ${formatLogLine(fields)}`;
  return isFailedLine(line) ? styleText("red", text, { stream: terminal }) : text;
}
