/**
 * `npm run rollback -- --env production --version ID [--message WHY] [--with-old-secrets]`: back to an
 * earlier version. The deploy printed its id; `npx wrangler versions list --env production` lists them.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/run-command.ts";
import { runProgram } from "./cloud/command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { resolveWorker } from "./cloud/worker.ts";
import { readVar, readWranglerConfig } from "./cloud/wrangler-config.ts";
import { rollback } from "./deploy/rollback.ts";
import { runSmoke } from "./smoke/run-smoke.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      version: { type: "string" },
      message: { type: "string", default: "Rolled back by hand" },
      "with-old-secrets": { type: "boolean", default: false },
    },
  });
  const environment = chooseEnvironment(values.env, CLOUD_ENVIRONMENTS);
  const config = readWranglerConfig(environment);
  const { version, message } = values;
  if (version === undefined) {
    throw new Error(
      `No version given. Add --version ID, from \`npx wrangler versions list --env ${environment}\``,
    );
  }
  const print = (line: string) => console.log(line);
  await rollback(
    {
      worker: resolveWorker(environment, config),
      siteUrl: readVar(config, "SITE_URL").replace(/\/$/, ""),
      version,
      message,
      withOldSecrets: values["with-old-secrets"],
    },
    { run: runProgram, smoke: (target) => runSmoke(target, { print }), print },
  );
});
