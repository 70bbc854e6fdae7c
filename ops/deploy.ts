/**
 * `npm run deploy -- --env production`: checks, builds, migrates, uploads, tries and promotes the current
 * commit. `--dry-run` needs no account; `--checks-passed` is for a pipeline that ran `npm test` before.
 */
import { parseArgs } from "node:util";
import { applyMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/run-command.ts";
import { runProgram } from "./cloud/command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { readWranglerConfig } from "./cloud/wrangler-config.ts";
import { deploy } from "./deploy/deploy.ts";
import { runSmoke } from "./smoke/run-smoke.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "checks-passed": { type: "boolean", default: false },
    },
  });
  const environment = chooseEnvironment(values.env, CLOUD_ENVIRONMENTS);
  const print = (line: string) => console.log(line);
  await deploy(
    {
      environment,
      config: readWranglerConfig(environment),
      dryRun: values["dry-run"],
      checksPassed: values["checks-passed"],
      variables: process.env,
    },
    {
      run: runProgram,
      migrate: applyMigrations,
      smoke: (target) => runSmoke(target, { print }),
      print,
    },
  );
});
