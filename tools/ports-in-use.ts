import net from "node:net";

export interface PortClaim {
  /** Who wants it, e.g. "Stripe". */
  readonly name: string;
  readonly port: number;
}

/** Throws one line that names the first port that something else listens on, and who wanted it. */
export async function requireFreePorts(claims: readonly PortClaim[]): Promise<void> {
  for (const { name, port } of claims) {
    if (await isTaken(port)) {
      throw new Error(
        `Port ${port} (${name}) is taken. Stop what listens on it, or shift every port with PORT_OFFSET=1000`,
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
