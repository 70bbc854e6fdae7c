import net from "node:net";
import { requireFreePorts } from "../../tools/ports-in-use.ts";
import { portsAt } from "../../tools/settings.ts";

/** Shifts the highest ports above Linux' range for outgoing connections, which may hold any port in it. */
const FIRST = 6_700;
const STEP = 50;
const TRIES = 85;

/**
 * A port offset at which every port of the local cloud is free, so that tests run beside `npm run dev`.
 * No other run gets the same one for as long as this process lives. Throws when all are in use.
 */
export async function findFreeOffset(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const offset = FIRST + attempt * STEP;
    const hold = await holdOffset(offset);
    if (!hold) continue;
    const claims = Object.entries(portsAt(offset)).map(([name, port]) => ({ name, port }));
    const isFree = await requireFreePorts(claims).then(
      () => true,
      () => false,
    );
    if (isFree) return offset;
    hold.close();
  }
  throw new Error("No free ports for a test run");
}

/**
 * Listens on a port beside those of the parts, which the parts leave free: the system lets go of it by itself
 * when the process ends, however it ends. `undefined` when another run listens there.
 */
function holdOffset(offset: number): Promise<net.Server | undefined> {
  return new Promise((resolve) => {
    const hold = net.createServer((connection) => connection.destroy()).unref();
    hold.once("error", () => resolve(undefined));
    const port = portsAt(offset).supabase - 1;
    hold.listen({ host: "127.0.0.1", port, exclusive: true }, () => resolve(hold));
  });
}
