import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const SITE_START_TIMEOUT_MS = 60_000;
const PROBE_INTERVAL_MS = 100;
const RETRY_AFTER_ERROR_MS = 1_000;
const PROBE_TIMEOUT_MS = 20_000;
/** A site that is still compiling may respond with a few errors. */
const MAX_ERROR_RESPONSES = 3;

/** Resolves when `url` responds 200. Throws one line when the site exits, keeps failing, or times out. */
export async function waitUntilHealthy(site: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + SITE_START_TIMEOUT_MS;
  let errorResponses = 0;
  while (Date.now() < deadline) {
    if (site.exitCode !== null)
      throw new Error(`The site exited while starting (status ${site.exitCode})`);
    const status = await probe(url);
    if (status === 200) return;
    if (status !== undefined) errorResponses += 1;
    if (errorResponses >= MAX_ERROR_RESPONSES)
      throw new Error(`The site responds ${status} at ${url}; see its output above`);
    await sleep(status === undefined ? PROBE_INTERVAL_MS : RETRY_AFTER_ERROR_MS);
  }
  throw new Error(`The site did not respond at ${url} within ${SITE_START_TIMEOUT_MS / 1000} s`);
}

/** The response status, or undefined without a response. */
async function probe(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
