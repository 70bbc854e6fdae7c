import net from "node:net";

export interface PortClaim {
  /** The service that needs the port, e.g. "Stripe". */
  readonly name: string;
  readonly port: number;
}

/** Moves every port out of Linux's ephemeral range, 32768 to 60999. */
export const SAFE_OFFSET = 11_000;

/** Throws one line that names the first port that is taken, and its service. */
export async function requireFreePorts(claims: readonly PortClaim[]): Promise<void> {
  for (const { name, port } of claims) {
    if (await isTaken(port)) {
      throw new Error(
        `Port ${port} (${name}) is taken. Stop the process that uses it, or shift all ports with PORT_OFFSET=${SAFE_OFFSET}`,
      );
    }
  }
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
