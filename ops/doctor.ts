/** `npm run doctor -- --env staging|production`: reports missing and wrong configuration. Read-only. */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { RESOURCES } from "./cloud/resources.ts";
import { type Reading, readResource } from "./lib/checks.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";

/** Reads every resource of the environment. */
export function examineCloud(target: Target): Promise<Reading[]> {
  return Promise.all(RESOURCES.map((resource) => readResource(resource, target)));
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string" } } });
    const target = readTarget(values.env);
    const readings = await examineCloud(await withLogin(target));
    for (const { line } of readings) console.log(line);
    const count = (mark: Reading["mark"]) => readings.filter((each) => each.mark === mark).length;
    if (count("✓") === readings.length) return;
    throw new Error(`${count("✗")} findings and ${count("?")} unknown for ${target.environment}`);
  });
}
