import { requireFreePorts } from "../../tools/ports-in-use.ts";
import { portsAt } from "../../tools/settings.ts";

/** Shifts the highest ports above Linux' range for outgoing connections, which may hold any port in it. */
const FIRST = 6_700;
const STEP = 50;
const TRIES = 85;

/** A port offset at which every port of the local cloud is free, so that tests run beside `npm run dev`. */
export async function findFreeOffset(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const offset = FIRST + attempt * STEP;
    const claims = Object.entries(portsAt(offset)).map(([name, port]) => ({ name, port }));
    const isFree = await requireFreePorts(claims).then(
      () => true,
      () => false,
    );
    if (isFree) return offset;
  }
  throw new Error("No free ports for a test run");
}
