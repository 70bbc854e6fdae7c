/**
 * `npm run logs -- --env production [--errors] [--search TEXT]`: the live log, one line an event;
 * with --errors the requests and runs alone in which something failed, whether the Worker handled it or not.
 * After a build of the commit that runs, stacks lead to the source.
 * Stored logs are in the dashboard: Workers, the Worker, Observability.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/run-command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { wrangler } from "./cloud/wrangler.ts";
import { WRANGLER_TOML } from "./cloud/wrangler-config.ts";
import { createEventCutter, formatEvent, isFailure } from "./logs/format-event.ts";
import { createPlaceMapper } from "./logs/map-stack.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      errors: { type: "boolean", default: false },
      search: { type: "string" },
    },
  });
  const environment = chooseEnvironment(values.env, CLOUD_ENVIRONMENTS);
  const { program, args, env } = wrangler([
    ...["tail", "--format", "json", "--config", WRANGLER_TOML, "--env", environment],
    ...(values.search === undefined ? [] : ["--search", values.search]),
  ]);
  const tail = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const cut = createEventCutter();
  const mapPlaces = createPlaceMapper("build");
  tail.stdout.setEncoding("utf8").on("data", (piece: string) => {
    for (const event of cut(piece)) {
      if (values.errors && !isFailure(event)) continue;
      for (const text of formatEvent(event)) console.log(mapPlaces(text));
    }
  });
  const [code] = await once(tail, "close");
  if (code !== 0 && code !== null) throw new Error(`wrangler tail ended with status ${code}`);
});
