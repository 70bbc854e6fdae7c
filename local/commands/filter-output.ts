import type { Readable, Writable } from "node:stream";
import { createLineSplitter } from "../../tools/cli.ts";

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
];

/** Pipes `from` to `to` line by line, without noise and the blank lines around it. */
export function pipeFiltered(from: Readable, to: Writable): void {
  let pendingBlank = false;
  const write = (line: string) => {
    if (NOISE.some((pattern) => pattern.test(line))) {
      pendingBlank = false;
      return;
    }
    if (line.trim() === "") {
      pendingBlank = true;
      return;
    }
    to.write(`${pendingBlank ? "\n" : ""}${line}\n`);
    pendingBlank = false;
  };
  const split = createLineSplitter();
  from.setEncoding("utf8").on("data", (chunk: string) => split(chunk).forEach(write));
  from.on("end", () => split("\n").forEach(write));
}
