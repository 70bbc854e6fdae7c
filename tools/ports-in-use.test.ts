import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { requireFreePorts, SAFE_OFFSET } from "./ports-in-use.ts";
import { portsAt } from "./settings.ts";

test("a taken port is named with its service", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(requireFreePorts([{ name: "Stripe", port }])).rejects.toThrow(
    new RegExp(`^Port ${port} \\(Stripe\\) is taken`),
  );
  server.close();
  await once(server, "close");
  await expect(requireFreePorts([{ name: "Stripe", port }])).resolves.toBeUndefined();
});

test("the suggested offset avoids the ephemeral port range", () => {
  const shifted = Object.values(portsAt(SAFE_OFFSET));
  expect(shifted.filter((port) => port >= 32_768 && port <= 60_999)).toEqual([]);
});
