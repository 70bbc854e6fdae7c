/** The production build once more, with other variables, on the local cloud of the browser tests. */
import { rmSync } from "node:fs";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { spawnBuiltSite } from "../../local/site/spawn-site.ts";
import { waitUntilHealthy } from "../../local/site/wait-until-healthy.ts";
import { portsAt } from "../../tools/settings.ts";
import { localVariables, type SiteVariables } from "../../tools/site-variables.ts";
import { findFreePort, makeLocalDir } from "./isolation.ts";

export interface SecondSite {
  readonly siteUrl: string;
  close(): Promise<void>;
}

/** Starts the site with `changed` variables. A separate local cloud too: `startProduct`. */
export async function startSecondSite(changed: SiteVariables): Promise<SecondSite> {
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const localDir = makeLocalDir("second-site");
  const processes = await createChildProcesses(localDir);
  const ports = portsAt(Number(process.env.PORT_OFFSET));
  const variables = { ...localVariables(ports, siteUrl), ...changed };
  const site = spawnBuiltSite({ port, localDir, variables, processes });
  // Unread output would fill its pipe and block the site.
  site.stdout?.resume();
  site.stderr?.resume();
  await waitUntilHealthy(site, `http://127.0.0.1:${port}/healthz`);
  return {
    siteUrl,
    async close() {
      await processes.kill(site);
      rmSync(localDir, { recursive: true, force: true });
    },
  };
}
