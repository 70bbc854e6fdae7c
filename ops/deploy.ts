/**
 * `npm run deploy -- --env production`: checks, builds, migrates, uploads, tries and promotes the current
 * commit. `--dry-run` needs no account; `--checks-passed` is for a pipeline that ran `npm test` before;
 * `--any-commit` takes one that is not on main; `--gradual 10,50,100 --watch 5m` promotes in steps.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { applyMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/run-command.ts";
import { runProgram } from "./cloud/command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { readWranglerConfig } from "./cloud/wrangler-config.ts";
import { deploy } from "./deploy/deploy.ts";
import { lockDeploys } from "./deploy/deploy-lock.ts";
import { createTrafficReader, parseDuration, parseShares } from "./deploy/watch.ts";
import { runSmoke } from "./smoke/run-smoke.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "checks-passed": { type: "boolean", default: false },
      "any-commit": { type: "boolean", default: false },
      gradual: { type: "string", default: "100" },
      watch: { type: "string", default: "5m" },
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
      anyCommit: values["any-commit"],
      shares: parseShares(values.gradual),
      watchMs: parseDuration(values.watch),
      variables: process.env,
      folder: process.cwd(),
    },
    {
      run: runProgram,
      migrate: applyMigrations,
      lock: lockDeploys,
      smoke: (target) => runSmoke(target, { print }),
      readTraffic: createTrafficReader({
        accountId: process.env.CLOUDFLARE_ACCOUNT_ID ?? "",
        apiToken: process.env.CLOUDFLARE_API_TOKEN ?? "",
        baseUrl: process.env.CLOUDFLARE_API_BASE_URL,
      }),
      sleep,
      print,
    },
  );
});
