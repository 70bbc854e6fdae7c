import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const PROBE_INTERVAL_MS = 100;
const PROBE_TIMEOUT_MS = 20_000;

/**
 * Resolves when `url` responds 200, however long the site takes. Throws one line when the site exits before.
 */
export async function waitUntilUp(site: ChildProcess, url: string): Promise<void> {
  while (!(await respondsOk(url))) {
    const { exitCode, signalCode } = site;
    if (exitCode !== null || signalCode !== null) {
      throw new Error(`The site exited while starting (status ${exitCode ?? signalCode})`);
    }
    await sleep(PROBE_INTERVAL_MS);
  }
}

async function respondsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
