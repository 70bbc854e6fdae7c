/** `npm run doctor -- --env local|staging|production`: says what is missing or wrong. Changes nothing. */
import { parseArgs } from "node:util";
import { findPendingMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/run-command.ts";
import { readAlerts } from "./alerts/alerts-file.ts";
import { runProgram } from "./cloud/command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { readWranglerConfig } from "./cloud/wrangler-config.ts";
import { examineCloud } from "./doctor/cloud-doctor.ts";
import { describeFinding } from "./doctor/finding.ts";
import { examineLocal } from "./doctor/local-doctor.ts";
import { createSettingsReader } from "./doctor/supabase-doctor.ts";
import { connectStripe } from "./setup/stripe.ts";

await runCommand(async () => {
  const { values } = parseArgs({ options: { env: { type: "string", default: "local" } } });
  const environment = chooseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
  const findings =
    environment === "local"
      ? await examineLocal({
          folder: process.cwd(),
          node: {
            version: process.versions.node,
            platform: process.platform,
            arch: process.arch,
          },
          env: process.env,
        })
      : await examineCloud(
          {
            environment,
            config: readWranglerConfig(environment),
            variables: process.env,
            folder: process.cwd(),
            alerts: readAlerts(),
          },
          {
            run: runProgram,
            readSettings: createSettingsReader(),
            connectStripe,
            findPendingMigrations,
          },
        );
  for (const finding of findings) console.log(describeFinding(finding));
  const problems = findings.filter(({ state }) => state === "problem").length;
  if (problems > 0) throw new Error(`${problems} to mend for ${environment}`);
});
