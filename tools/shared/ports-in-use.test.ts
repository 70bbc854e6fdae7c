import { once } from "node:events";
import net from "node:net";
import os from "node:os";
import { expect, test } from "vitest";
import { requireFreePorts, SAFE_OFFSET } from "./ports-in-use.ts";
import { portsAt } from "./settings.ts";

/** Listens on a port of the ephemeral range, which it returns. */
async function listenOn(host: string): Promise<{ server: net.Server; port: number }> {
  const server = net.createServer((socket) => socket.on("error", () => {})).listen(0, host);
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0 };
}

/** A container may have no IPv6. */
const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
const hosts = ["127.0.0.1", "::1"].filter((host) =>
  addresses.some(({ address }) => address === host),
);

test.each(hosts)("a port taken on %s is named with its service and program", async (host) => {
  const { server, port } = await listenOn(host);
  await expect(requireFreePorts([{ name: "Stripe", port }])).rejects.toThrow(
    new RegExp(
      `^Port ${port} \\(Stripe\\) is taken by process ${process.pid} \\(.*node.*\\), which listens on ${host}\\. Stop it`,
    ),
  );
  server.close();
  await once(server, "close");
  await expect(requireFreePorts([{ name: "Stripe", port }])).resolves.toBeUndefined();
});

test("a port that an outgoing connection holds is waited for", async () => {
  const { server, port } = await listenOn("127.0.0.1");
  const connection = net.connect({ port, host: "127.0.0.1" });
  await once(connection, "connect");
  const { localPort = 0 } = connection;
  // Longer than a program that listens is waited for.
  setTimeout(() => connection.resetAndDestroy(), 1_500);
  await expect(requireFreePorts([{ name: "Postgres", port: localPort }])).resolves.toBeUndefined();
  server.close();
});

test("the suggested offset avoids the ephemeral port range", () => {
  const shifted = Object.values(portsAt(SAFE_OFFSET));
  expect(shifted.filter((port) => port >= 32_768 && port <= 60_999)).toEqual([]);
});
