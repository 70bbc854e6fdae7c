import { rmSync } from "node:fs";
import { listen } from "local-kit";
import type { ApiCall } from "local-stripe";
import { rejectedByStripeMock } from "local-stripe/stripe-mock";
import type { TestProject } from "vitest/node";
import type { Cloud } from "../../local/cloud.ts";
import { superuserUrl } from "../../local/postgres/index.ts";
import { portsAt } from "../../tools/shared/settings.ts";
import { localVariables } from "../../tools/shared/site-variables.ts";
import { findFreeOffset, makeLocalDir } from "./isolation.ts";

/**
 * Provides one local cloud with temporary data for a vitest run. It starts when the first test file asks for
 * it (`running-cloud.ts`). The run fails at the end if a Stripe call violated Stripe's OpenAPI description.
 */
export default async function provideCloud(project: TestProject) {
  let localDir: string | undefined;
  const ports = portsAt(await findFreeOffset());
  const siteUrl = "http://localhost:8787";
  const variables = localVariables(ports, siteUrl);
  const violations = new Set<string>();
  const calls: ApiCall[] = [];
  // Imported on demand: loading the services takes seconds that a pure function's test has no use for.
  const start = async () => {
    const { startCloud } = await import("../../local/cloud.ts");
    const { createChildProcesses } = await import("../../local/processes/child-processes.ts");
    const { validateCall } = await import("local-stripe/contract");
    localDir = makeLocalDir("test");
    const processes = await createChildProcesses(localDir, { isTemporary: true });
    const onStripeCall = (call: ApiCall) => {
      for (const violation of validateCall(call)) violations.add(violation);
      calls.push(call);
    };
    return startCloud({ ports, localDir, siteUrl, variables, processes, onStripeCall });
  };
  let cloud: Promise<Cloud> | undefined;
  const starter = await listen(async () => {
    cloud ??= start();
    return cloud.then(
      () => new Response(),
      (error: unknown) => new Response(String(error), { status: 500 }),
    );
  }, 0);

  const { DATABASE_URL = "", ...siteVariables } = variables;
  project.provide("cloudStarter", starter.url);
  project.provide("siteVariables", siteVariables);
  project.provide("workerDatabaseUrl", DATABASE_URL);
  project.provide("superuserDatabaseUrl", superuserUrl(ports.postgres));
  return async () => {
    await starter.close();
    await cloud?.then(
      (started) => started.close(),
      () => {}, // Every test file that asked has failed with this error.
    );
    if (localDir) rmSync(localDir, { recursive: true, force: true });
    for (const rejected of await rejectedByStripeMock(calls)) violations.add(rejected);
    if (violations.size === 0) return;
    // An error thrown here is printed, but does not fail the run.
    process.exitCode = 1;
    throw new Error(["Calls that violate Stripe's OpenAPI description:", ...violations].join("\n"));
  };
}
