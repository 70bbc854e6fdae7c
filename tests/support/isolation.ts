/** Ports and folders of a test run, separate from other runs and from `npm run dev`. */
import { chmodSync, mkdtempSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { requireFreePorts } from "../../tools/shared/ports-in-use.ts";
import { portsAt } from "../../tools/shared/settings.ts";

/** Moves the highest ports above Linux's ephemeral port range. */
const FIRST = 6_700;
const STEP = 50;
const TRIES = 85;

/**
 * Finds and reserves a port offset at which every port of the local cloud is free. The reservation ends with
 * this process. Throws when none is free.
 */
export async function findFreeOffset(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const offset = FIRST + attempt * STEP;
    const reservation = await reserveOffset(offset);
    if (!reservation) continue;
    const claims = Object.entries(portsAt(offset)).map(([name, port]) => ({ name, port }));
    const isFree = await requireFreePorts(claims).then(
      () => true,
      () => false,
    );
    if (isFree) return offset;
    reservation.close();
  }
  throw new Error("No free ports for a test run");
}

/**
 * Reserves an offset by listening on a port that no service uses; the system releases it when the process
 * ends.
 * `undefined` when another run has reserved it.
 */
function reserveOffset(offset: number): Promise<net.Server | undefined> {
  return new Promise((resolve) => {
    const reservation = net.createServer((connection) => connection.destroy()).unref();
    reservation.once("error", () => resolve(undefined));
    const port = portsAt(offset).supabase - 1;
    reservation.listen({ host: "127.0.0.1", port, exclusive: true }, () => resolve(reservation));
  });
}

/** Creates a temporary folder for local data; as root, Postgres runs as another user and needs access. */
export function makeLocalDir(purpose: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `site-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}
