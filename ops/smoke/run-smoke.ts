import { setTimeout as sleep } from "node:timers/promises";
import { SMOKE_CHECKS, type SmokeTarget } from "./checks.ts";

export interface SmokeOptions {
  readonly print: (line: string) => void;
  /** A new version takes some seconds to be everywhere, so a failing check is tried again. */
  readonly tries?: number;
  readonly pauseMs?: number;
}

/** Runs every check against `target`. Throws one line that counts the failures; each has been printed. */
export async function runSmoke(target: SmokeTarget, options: SmokeOptions): Promise<void> {
  const { print, tries = 5, pauseMs = 3_000 } = options;
  let failures = 0;
  for (const { name, find } of SMOKE_CHECKS) {
    const problem = await findLasting(() => find(target), tries, pauseMs);
    if (problem !== undefined) failures += 1;
    print(problem === undefined ? `  ✓ ${name}` : `  ✗ ${name}: ${problem}`);
  }
  if (failures > 0) {
    throw new Error(`${failures} of ${SMOKE_CHECKS.length} smoke checks failed at ${target.url}`);
  }
}

/** The problem that is still there at the last try. */
async function findLasting(
  find: () => Promise<string | undefined>,
  tries: number,
  pauseMs: number,
): Promise<string | undefined> {
  for (let left = tries - 1; ; left -= 1) {
    const problem = await find().catch(describeUnreachable);
    if (problem === undefined || left <= 0) return problem;
    await sleep(pauseMs);
  }
}

function describeUnreachable(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return `no answer (${cause instanceof Error ? cause.message || cause.name : String(cause)})`;
}
