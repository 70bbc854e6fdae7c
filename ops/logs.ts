/**
 * npm run logs -- --env staging|production [--errors] [--search TEXT]
 *
 * Tails the live log, one line per event. --errors shows only failed requests and runs, handled failures included.
 * With a local build of the running commit, stacks are mapped to the source. Stored logs are in the Cloudflare
 * dashboard, under Observability.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { createEventReader, formatEvent, isFailure } from "./lib/format-event.ts";
import { createSourceMapper } from "./lib/source-maps.ts";
import { readTarget } from "./lib/target.ts";
import { wrangler } from "./lib/wrangler.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      errors: { type: "boolean", default: false },
      search: { type: "string" },
    },
  });
  const search = values.search === undefined ? [] : ["--search", values.search];
  // Ctrl-C reaches wrangler too; SIGTERM only this process.
  const stop = new AbortController();
  process.once("SIGTERM", () => stop.abort());
  const target = readTarget(values.env, { signal: stop.signal });
  // Not on standard output, which has the log only.
  console.error(`${target.environment}: live log of ${target.worker}, from now on. Ctrl-C ends it`);
  const read = createEventReader();
  const mapLocations = createSourceMapper("build");
  await wrangler(target, ["tail", "--format", "json", ...search], {
    onStdout: (chunk) => {
      for (const event of read(chunk)) {
        if (values.errors && !isFailure(event)) continue;
        for (const text of formatEvent(event)) console.log(mapLocations(text));
      }
    },
  });
});
