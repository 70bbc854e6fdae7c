/** `npm run doctor -- --env local|staging|production`: reports missing and wrong configuration. Read-only. */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { withLogin } from "./cloud/cloudflare.ts";
import { RESOURCES } from "./cloud/resources.ts";
import { type Reading, runCheck } from "./doctor/checks.ts";
import { LOCAL_CHECKS } from "./doctor/local-doctor.ts";
import { CLOUD_ENVIRONMENTS, parseEnvironment, readTarget, type Target } from "./lib/target.ts";

/** Reads every resource of the environment. */
export function examineCloud(target: Target): Promise<Reading[]> {
  return Promise.all(RESOURCES.map(({ name, read }) => runCheck(name, read, target)));
}

async function examineLocal(): Promise<Reading[]> {
  const local = { folder: process.cwd(), node: process, env: process.env };
  const readings: Reading[] = [];
  for (const [name, check] of Object.entries(LOCAL_CHECKS)) {
    readings.push(await runCheck(name, check, local));
  }
  return readings;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string", default: "local" } } });
    const environment = parseEnvironment(values.env, ["local", ...CLOUD_ENVIRONMENTS]);
    const readings =
      environment === "local"
        ? await examineLocal()
        : await examineCloud(await withLogin(readTarget(environment)));
    for (const { line } of readings) console.log(line);
    const count = (mark: Reading["mark"]) => readings.filter((each) => each.mark === mark).length;
    if (count("✓") === readings.length) return;
    throw new Error(`${count("✗")} findings and ${count("?")} unknown for ${environment}`);
  });
}
