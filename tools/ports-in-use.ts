import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

interface PortClaim {
  /** The service that needs the port, e.g. "Stripe". */
  readonly name: string;
  readonly port: number;
}

/** Moves every port out of Linux's ephemeral range, 32768 to 60999. */
export const SAFE_OFFSET = 11_000;

const TRIES = 20;
const INTERVAL_MS = 50;

/** Throws one line that names the first port that stays taken for a second, and its service. */
export async function requireFreePorts(claims: readonly PortClaim[]): Promise<void> {
  for (const { name, port } of claims) {
    if (await staysTaken(port)) {
      throw new Error(
        `Port ${port} (${name}) is taken. Stop the process that uses it, or shift all ports with PORT_OFFSET=${SAFE_OFFSET}`,
      );
    }
  }
}

/** Outgoing connections take a port of the ephemeral range for a moment, and programs that end keep theirs as long. */
async function staysTaken(port: number): Promise<boolean> {
  for (let tries = TRIES; tries > 0; tries -= 1) {
    if (!(await isTaken(port))) return false;
    await sleep(INTERVAL_MS);
  }
  return true;
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(true));
    probe.listen({ host: "127.0.0.1", port, exclusive: true }, () =>
      probe.close(() => resolve(false)),
    );
  });
}
