/**
 * `npm run setup:cloud -- --env staging`: finds or makes what the environment needs at Cloudflare, in the
 * database and at Stripe, and lists what a person must do. `--dry-run` needs no account.
 */
import { parseArgs } from "node:util";
import { applyMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/run-command.ts";
import { readAlerts } from "./alerts/alerts-file.ts";
import { runProgram } from "./cloud/command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { readWranglerConfig } from "./cloud/wrangler-config.ts";
import { renewWorkerPassword } from "./setup/hyperdrive.ts";
import { setupCloud } from "./setup/setup-cloud.ts";
import { connectStripe } from "./setup/stripe.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: { env: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const environment = chooseEnvironment(values.env, CLOUD_ENVIRONMENTS);
  await setupCloud(
    {
      environment,
      config: readWranglerConfig(environment),
      dryRun: values["dry-run"],
      alerts: readAlerts(),
      variables: process.env,
    },
    {
      run: runProgram,
      migrate: applyMigrations,
      renewWorkerPassword,
      connectStripe,
      print: (line) => console.log(line),
    },
  );
});
