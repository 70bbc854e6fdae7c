import net from "node:net";

export interface PortClaim {
  /** Who wants it, e.g. "Stripe". */
  readonly name: string;
  readonly port: number;
}

/** No port shifted by it can be held by an outgoing connection: Linux takes 32768 to 60999 for those. */
export const CLEAR_OFFSET = 11_000;

/** Throws one line that names the first port that something else listens on, and who wanted it. */
export async function requireFreePorts(claims: readonly PortClaim[]): Promise<void> {
  for (const { name, port } of claims) {
    if (await isTaken(port)) {
      throw new Error(
        `Port ${port} (${name}) is taken. Stop what holds it, a program or an outgoing connection, or shift every port with PORT_OFFSET=${CLEAR_OFFSET}`,
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
