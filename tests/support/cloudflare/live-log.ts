/** A WebSocket server for `wrangler tail`: sends the given events, then closes. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";

/** Source: RFC 6455, sections 1.3 and 5.2. */
const ACCEPT_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 0x81;
const NORMAL_CLOSURE = Buffer.from([0x88, 2, 1000 >> 8, 1000 & 0xff]);

export interface LiveLog extends AsyncDisposable {
  readonly url: string;
}

/** Sends `events` to each client, one message each. */
export async function startLiveLog(events: readonly string[]): Promise<LiveLog> {
  const server = createServer();
  server.on("upgrade", ({ headers }, socket) => {
    const accept = createHash("sha1")
      .update(`${headers["sec-websocket-key"]}${ACCEPT_KEY}`)
      .digest("base64");
    const protocol = headers["sec-websocket-protocol"];
    if (protocol !== "trace-v1") return socket.destroy();
    socket.write(
      [
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        `Sec-WebSocket-Accept: ${accept}`,
        `Sec-WebSocket-Protocol: ${protocol}`,
        "\r\n",
      ].join("\r\n"),
    );
    socket.on("error", () => {});
    // The client's first frame announces itself, the second closes.
    socket.once("data", () => {
      for (const event of events) socket.write(frame(event));
      socket.write(NORMAL_CLOSURE);
      socket.once("data", () => socket.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("listens on no port");
  return {
    url: `ws://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(10);
  head.writeUInt8(TEXT, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}
