import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { portsAt } from "../../tools/settings.ts";
import { localVariables } from "../../tools/site-variables.ts";
import { findFreeOffset } from "./free-offset.ts";
import { makeLocalDir } from "./local-dir.ts";

/** One local cloud for a run of vitest, with data of its own that is gone afterwards. */
export default async function startCloudForTests(project: TestProject) {
  const localDir = makeLocalDir("test");
  const ports = portsAt(await findFreeOffset());
  const siteUrl = "http://localhost:8787";
  const variables = localVariables(ports, siteUrl);
  const processes = await createChildProcesses(localDir);
  const cloud = await startCloud({ ports, localDir, siteUrl, variables, processes });

  const { DATABASE_URL = "", ...siteVariables } = variables;
  project.provide("siteVariables", siteVariables);
  project.provide("workerDatabaseUrl", DATABASE_URL);
  project.provide("superuserDatabaseUrl", cloud.superuserUrl);
  return async () => {
    await cloud.close();
    rmSync(localDir, { recursive: true, force: true });
  };
}
