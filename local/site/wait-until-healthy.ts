import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const SITE_START_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = 100;
const PROBE_AFTER_REFUSAL_MS = 1_000;
const PROBE_TIMEOUT_MS = 20_000;
/** A site that is still compiling may refuse a few times; after this many it will not recover. */
const MAX_REFUSALS = 3;

/** Resolves once `url` answers 200; throws one line when the site dies, refuses, or takes too long. */
export async function waitUntilHealthy(site: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + SITE_START_TIMEOUT_MS;
  let refusals = 0;
  while (Date.now() < deadline) {
    if (site.exitCode !== null)
      throw new Error(`The site ended while starting (status ${site.exitCode})`);
    const status = await probe(url);
    if (status === 200) return;
    if (status !== undefined) refusals += 1;
    if (refusals >= MAX_REFUSALS)
      throw new Error(`The site answers ${status} at ${url}; see above why`);
    await sleep(status === undefined ? PROBE_EVERY_MS : PROBE_AFTER_REFUSAL_MS);
  }
  throw new Error(`The site did not answer at ${url} within ${SITE_START_TIMEOUT_MS / 1000} s`);
}

/** The status of the answer, or undefined when there is none yet. */
async function probe(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
