/** `npm run rollback -- --env production [--version ID] [--message WHY]`: back to an earlier version. */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/run-command.ts";
import { runProgram } from "./cloud/command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { readVar, readWranglerConfig } from "./cloud/wrangler-config.ts";
import { rollback } from "./deploy/rollback.ts";
import { runSmoke } from "./smoke/run-smoke.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      version: { type: "string" },
      message: { type: "string", default: "Rolled back by hand" },
    },
  });
  const environment = chooseEnvironment(values.env, CLOUD_ENVIRONMENTS);
  const siteUrl = readVar(readWranglerConfig(environment), "SITE_URL").replace(/\/$/, "");
  const { version, message } = values;
  await rollback(
    { environment, siteUrl, version, message },
    {
      run: runProgram,
      smoke: (target) => runSmoke(target, { print: (line) => console.log(line) }),
    },
  );
});
