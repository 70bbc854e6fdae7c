import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startFaultProxy } from "./fault-proxy.ts";

test("chunks stay in order when the delay ends", async () => {
  const heard: string[] = [];
  const server = net.createServer((socket) => {
    socket.setEncoding("utf8").on("data", (text: string) => heard.push(text));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  const proxy = await startFaultProxy();
  const { port } = new URL(proxy.proxyUrl(`http://127.0.0.1:${address.port}`));
  const client = net.connect(Number(port), "127.0.0.1");
  client.setNoDelay(true);

  proxy.delayMs = 200;
  client.write("first ");
  await sleep(50);
  proxy.delayMs = 0;
  client.write("second");
  await expect.poll(() => heard.join("")).toBe("first second");

  client.destroy();
  await proxy.close();
  server.close();
});
