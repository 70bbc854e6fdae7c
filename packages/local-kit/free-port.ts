import { createServer } from "node:net";

/** Below Linux's ephemeral port range, where an outgoing connection could take the port before it is used. */
const FIRST = 24_000;
const LAST = 32_767;

/** Finds a free port on 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
  return (await isFree(port)) ? port : findFreePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
