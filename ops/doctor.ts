/**
 * `npm run doctor -- --env staging|production`: reports missing and wrong configuration. Read-only, but with
 * `--test-row`: then it also adds a marked row to the spreadsheet of contact messages.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/shared/cli.ts";
import { type CheckResult, checkResource } from "./lib/checks.ts";
import { withLogin } from "./lib/cloudflare-api.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { sendTestRow } from "./lib/test-row.ts";
import { RESOURCES } from "./resources/index.ts";
import { checkLive } from "./resources/live-site.ts";
import { ZONE_SWITCHES } from "./resources/zone.ts";

/** Checks every resource of the environment, its zone, and what is live. */
export async function checkResources(target: Target): Promise<readonly CheckResult[]> {
  const [live, ...parts] = await Promise.all([
    checkLive(target),
    ...[...RESOURCES, ...ZONE_SWITCHES].map((resource) => checkResource(resource, target)),
  ]);
  return [...parts, ...live];
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: { env: { type: "string" }, "test-row": { type: "boolean" } },
    });
    const target = await withLogin(readTarget(values.env));
    const results = [
      ...(await checkResources(target)),
      ...(values["test-row"] ? [await sendTestRow(target)] : []),
    ];
    for (const { line } of results) console.log(line);
    const left = results.filter(({ status }) => status !== "✓").length;
    if (left > 0) throw new Error(`${left} of ${results.length} differ or are unknown`);
  });
}
