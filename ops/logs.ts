/**
 * npm run logs -- --env staging|production [--since 1h] [--request ID] [--errors] [--search TEXT]
 *
 * Tails the live log, one line per event; with --since prints what is stored, up to 7 days (90m, 1h, 2d). --request shows
 * the lines of one request, --errors only failed requests and runs, handled failures included.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { createEventReader, formatEvent, isFailure, type TailEvent } from "./lib/format-event.ts";
import { readStoredLog } from "./lib/stored-log.ts";
import { readTarget } from "./lib/target.ts";
import { wrangler } from "./lib/wrangler.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      since: { type: "string" },
      request: { type: "string" },
      errors: { type: "boolean", default: false },
      search: { type: "string" },
    },
  });
  const { since, search, request: requestId } = values;
  // Ctrl-C reaches wrangler too; SIGTERM only this process.
  const stop = new AbortController();
  process.once("SIGTERM", () => stop.abort());
  const target = readTarget(values.env, { signal: stop.signal });
  const print = (events: readonly TailEvent[]) => {
    for (const event of events) {
      if (values.errors && !isFailure(event)) continue;
      for (const text of formatEvent(event)) console.log(text);
    }
  };
  if (since !== undefined) {
    return print(await readStoredLog(await withLogin(target), since, { search, requestId }));
  }
  // Not on standard output, which has the log only.
  console.error(`${target.environment}: live log of ${target.worker}, from now on. Ctrl-C ends it`);
  const text = requestId ?? search;
  const filter = text === undefined ? [] : ["--search", text];
  const read = createEventReader();
  await wrangler(target, ["tail", "--format", "json", ...filter], {
    onStdout: (chunk) => print(read(chunk)),
  });
});
