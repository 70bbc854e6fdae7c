import { rmSync } from "node:fs";
import type { ApiCall } from "local-stripe";
import { validateCall } from "local-stripe/contract";
import type { TestProject } from "vitest/node";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { portsAt } from "../../tools/settings.ts";
import { localVariables } from "../../tools/site-variables.ts";
import { findFreeOffset, makeLocalDir } from "./isolation.ts";

/**
 * Starts one local cloud with temporary data for a vitest run. The run fails at the end if a Stripe call violated
 * Stripe's OpenAPI description.
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
    // An error thrown here is printed, but does not fail the run.
    process.exitCode = 1;
    throw new Error(["Calls that violate Stripe's OpenAPI description:", ...violations].join("\n"));
  };
}
