import { rmSync } from "node:fs";
import type { ApiCall } from "local-stripe";
import { validateCall } from "local-stripe/contract";
import type { TestProject } from "vitest/node";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { portsAt } from "../../tools/settings.ts";
import { localVariables } from "../../tools/site-variables.ts";
import { findFreeOffset } from "./free-offset.ts";
import { makeLocalDir } from "./local-dir.ts";

/**
 * One local cloud for a run of vitest, with data of its own that is gone afterwards. The run fails at its end
 * when a call to Stripe was not as Stripe's OpenAPI description has it.
 */
export default async function startCloudForTests(project: TestProject) {
  const localDir = makeLocalDir("test");
  const ports = portsAt(await findFreeOffset());
  const siteUrl = "http://localhost:8787";
  const variables = localVariables(ports, siteUrl);
  const processes = await createChildProcesses(localDir);
  const violations = new Set<string>();
  const onStripeCall = (call: ApiCall) => {
    for (const violation of validateCall(call)) violations.add(violation);
  };
  const options = { ports, localDir, siteUrl, variables, processes, onStripeCall };
  const cloud = await startCloud(options);

  const { DATABASE_URL = "", ...siteVariables } = variables;
  project.provide("siteVariables", siteVariables);
  project.provide("workerDatabaseUrl", DATABASE_URL);
  project.provide("superuserDatabaseUrl", cloud.superuserUrl);
  return async () => {
    await cloud.close();
    rmSync(localDir, { recursive: true, force: true });
    if (violations.size === 0) return;
    // An error thrown here would be printed, and the run still be called good.
    process.exitCode = 1;
    throw new Error(["Calls that Stripe does not describe:", ...violations].join("\n"));
  };
}
