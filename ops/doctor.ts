/** `npm run doctor -- --env local|staging|production`: reports missing and wrong configuration. Read-only. */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { runChecks } from "./doctor/checks.ts";
import { CLOUD_CHECKS } from "./doctor/cloud-doctor.ts";
import { LOCAL_CHECKS } from "./doctor/local-doctor.ts";
import { CLOUD_ENVIRONMENTS, parseEnvironment, readTarget } from "./lib/target.ts";

await runCommand(async () => {
  const { values } = parseArgs({ options: { env: { type: "string", default: "local" } } });
  const environment = parseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
  const lines =
    environment === "local"
      ? await runChecks(LOCAL_CHECKS, { folder: process.cwd(), node: process, env: process.env })
      : await runChecks(CLOUD_CHECKS, readTarget(environment));
  for (const line of lines) console.log(line);
  const problems = lines.filter((line) => line.startsWith("✗")).length;
  if (problems > 0) throw new Error(`${problems} checks failed for ${environment}`);
});
