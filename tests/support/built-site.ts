/** Runs the production build on free ports with fresh data, for scripts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { portsAt } from "../../tools/settings.ts";
import { findFreeOffset, makeLocalDir } from "./isolation.ts";

const START_TIMEOUT_MS = 90_000;

export interface BuiltSite {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts the built site and waits until it is ready. Throws when it does not start. */
export async function startBuiltSite(purpose: string): Promise<BuiltSite> {
  const offset = await findFreeOffset();
  const localDir = makeLocalDir(purpose);
  const child = spawn(process.execPath, ["local/commands/start.ts"], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PORT_OFFSET: String(offset), LOCAL_DIR: localDir },
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    rmSync(localDir, { recursive: true, force: true });
  };
  const url = `http://localhost:${portsAt(offset).start}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error("The built site did not start; is there a build?");
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { url, stop };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}
