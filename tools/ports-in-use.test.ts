import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { CLEAR_OFFSET, requireFreePorts } from "./ports-in-use.ts";
import { portsAt } from "./settings.ts";

test("a taken port is named together with who wanted it", async () => {
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

test("the ports it points to are clear of those that the system gives to outgoing connections", () => {
  const shifted = Object.values(portsAt(CLEAR_OFFSET));
  expect(shifted.filter((port) => port >= 32_768 && port <= 60_999)).toEqual([]);
});
