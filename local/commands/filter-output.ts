import type { Readable, Writable } from "node:stream";
import { createLineSplitter } from "../../tools/cli.ts";

/** Lines of tools that mean nothing to whoever runs the site, and would look like trouble. */
const NOISE = [
  // workerd, when Postgres closes its end of a connection that has just been ended
  /kj::getCaughtExceptionAsKj\(\).*disconnected: (write|read)\(\)/,
  /^\s*stack: .*bin\/workerd@/,
  // Vite plugins, about an option of their own
  /The `envFile` option is deprecated/,
  // wrangler, about a variable that the command sets
  /Found a non-empty CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING/,
  /Scheduled Workers are not automatically triggered/,
  /To manually trigger a scheduled event, run:/,
  /curl "http:.*cdn-cgi.*scheduled"/,
  /For more details, see .*cron-triggers/,
];

/** Copies `from` to `to` line by line, less the known noise and the blank lines around it. */
export function pipeFiltered(from: Readable, to: Writable): void {
  let pendingBlank = false;
  const copy = (line: string) => {
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
  const cut = createLineSplitter();
  from.setEncoding("utf8").on("data", (piece: string) => cut(piece).forEach(copy));
  from.on("end", () => cut("\n").forEach(copy));
}
