/** `npm run doctor -- --env staging|production`: reports missing and wrong configuration. Read-only. */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { liveSite } from "./cloud/live-site.ts";
import { RESOURCES } from "./cloud/resources.ts";
import { type CheckResult, checkResource } from "./lib/checks.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";

/** Checks every resource of the environment, and what is live. */
export function checkResources(target: Target): Promise<CheckResult[]> {
  return Promise.all([...RESOURCES, liveSite].map((resource) => checkResource(resource, target)));
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { env: { type: "string" } } });
    const results = await checkResources(await withLogin(readTarget(values.env)));
    for (const { line } of results) console.log(line);
    const left = results.filter(({ status }) => status !== "✓").length;
    if (left > 0) throw new Error(`${left} of ${results.length} differ or are unknown`);
  });
}
