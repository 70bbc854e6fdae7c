/**
 * `npm run logs -- --env production [--errors] [--search TEXT]`: the live log, one line an event;
 * with --errors the requests and runs alone in which something failed, whether the Worker handled it or not.
 * After a build of the commit that runs, stacks lead to the source.
 * Stored logs are in the dashboard: Workers, the Worker, Observability.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { exec } from "./lib/exec.ts";
import { readTarget } from "./lib/target.ts";
import { WRANGLER_ENV, wranglerArgs } from "./lib/wrangler.ts";
import { createEventSplitter, formatEvent, isFailure } from "./logs/format-event.ts";
import { createSourceMapper } from "./logs/source-maps.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      errors: { type: "boolean", default: false },
      search: { type: "string" },
    },
  });
  const search = values.search === undefined ? [] : ["--search", values.search];
  const args = wranglerArgs(readTarget(values.env), ["tail", "--format", "json", ...search]);
  const cut = createEventSplitter();
  const mapPlaces = createSourceMapper("build");
  const { status } = await exec(process.execPath, args, {
    env: WRANGLER_ENV,
    onStdout: (chunk) => {
      for (const event of cut(chunk)) {
        if (values.errors && !isFailure(event)) continue;
        for (const text of formatEvent(event)) console.log(mapPlaces(text));
      }
    },
  });
  if (status !== 0) throw new Error(`wrangler tail ended with status ${status}`);
});
