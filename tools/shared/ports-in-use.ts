import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findListener } from "./port-listener.ts";

interface PortClaim {
  /** The service that needs the port, e.g. "Stripe". */
  readonly name: string;
  readonly port: number;
}

/** Moves every port out of Linux's ephemeral range, 32768 to 60999. */
export const SAFE_OFFSET = 11_000;

const INTERVAL_MS = 50;
/** How long to wait for a program that ends. */
const LISTENER_MS = 1_000;
/** How long to wait for an outgoing connection, which got the port from the ephemeral range. */
const CONNECTION_MS = 20_000;

/** A browser takes `localhost` for either. */
const HOSTS = ["127.0.0.1", "::1"];

/**
 * Waits for ports that something holds for a moment. Throws one line that names the first that stays taken,
 * and by what.
 */
export async function requireFreePorts(claims: readonly PortClaim[]): Promise<void> {
  for (const { name, port } of claims) {
    const holder = await waitUntilFree(port);
    if (!holder) continue;
    throw new Error(
      `Port ${port} (${name}) is taken by ${holder}. Stop it, or shift all ports with PORT_OFFSET=${SAFE_OFFSET}`,
    );
  }
}

/** What holds the port, on the address of `HOSTS` that it holds; undefined when it is free. */
async function waitUntilFree(port: number): Promise<string | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const host = await findTakenHost(port);
    if (!host) return undefined;
    const isListening = await accepts(host, port);
    const waitedMs = performance.now() - startedAt;
    if (isListening && waitedMs > LISTENER_MS) return describeListener(host, port);
    if (waitedMs > CONNECTION_MS) return "an outgoing connection of another program";
    await sleep(INTERVAL_MS);
  }
}

function describeListener(host: string, port: number): string {
  const listener = findListener(port) ?? "a program of another user";
  return `${listener}, which listens on ${host}`;
}

async function findTakenHost(port: number): Promise<string | undefined> {
  for (const host of HOSTS) if (await isTaken(host, port)) return host;
  return undefined;
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    // A machine without IPv6 has another error.
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}

/** True when something listens at `host` on `port`. */
function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port }).once("error", () => resolve(false));
    socket.once("connect", () => {
      // From an ephemeral port, a connection may get that port itself, and then it connects to itself.
      resolve(socket.localPort !== port);
      socket.destroy();
    });
  });
}
