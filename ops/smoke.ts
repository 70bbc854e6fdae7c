/**
 * `npm run smoke -- --env production [--url https://…] [--commit ID]`: asks a running site for the little that
 * must always work. Without --url, asks the environment's SITE_URL; with --commit, that build has to answer.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/run-command.ts";
import { CLOUD_ENVIRONMENTS, chooseEnvironment } from "./cloud/environments.ts";
import { readVar, readWranglerConfig } from "./cloud/wrangler-config.ts";
import { runSmoke } from "./smoke/run-smoke.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: { env: { type: "string" }, url: { type: "string" }, commit: { type: "string" } },
  });
  const environment = chooseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
  const url =
    values.url ??
    (environment === "local"
      ? "http://localhost:8787"
      : readVar(readWranglerConfig(environment), "SITE_URL"));
  const target = {
    url: url.replace(/\/$/, ""),
    isProduction: environment === "production",
    ...(values.commit !== undefined && { commit: values.commit }),
  };
  console.log(`Smoke test of ${target.url}`);
  await runSmoke(target, { print: (line) => console.log(line) });
});
