/** Runs the command with the real wrangler against a strict stand-in for Cloudflare's API. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Cloudflare, startCloudflare } from "../tests/support/cloudflare/api.ts";
import { readTarget } from "./lib/target.ts";

const WORKER = readTarget("staging").worker;
const AT = Date.UTC(2026, 10, 21, 10, 20, 30, 400);
let cloudflare: Cloudflare;
beforeEach(async () => {
  cloudflare = await startCloudflare();
  cloudflare.account.createWorker(WORKER);
});
afterEach(async () => {
  expect(cloudflare.unknown).toEqual([]);
  await cloudflare.close();
});

/** A tail event of one request with one log line. */
function makeEvent(line: object, userAgent = "curl"): string {
  return JSON.stringify({
    outcome: "ok",
    scriptName: WORKER,
    eventTimestamp: AT,
    event: {
      request: { url: "https://staging.example.com/", headers: { "user-agent": userAgent } },
    },
    logs: [{ level: "error", timestamp: AT, message: [JSON.stringify(line)] }],
    exceptions: [],
  });
}

function spawnLogs(...args: string[]) {
  return spawn(process.execPath, ["ops/logs.ts", "--env", "staging", ...args], {
    env: { ...process.env, ...cloudflare.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Source: RFC 6455, sections 1.3 and 5.2. */
const ACCEPT_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 0x81;
const NORMAL_CLOSURE = Buffer.from([0x88, 2, 1000 >> 8, 1000 & 0xff]);

/** A WebSocket server for `wrangler tail`: sends `events`, one message each, then closes. */
async function startLiveLog(events: readonly string[]) {
  const server = http.createServer();
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
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
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

async function readLog(events: readonly string[], ...args: string[]) {
  await using log = await startLiveLog(events);
  cloudflare.setTailUrl(log.url);
  const child = spawnLogs(...args);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const [status] = await once(child, "close");
  return { status, lines: output.split("\n").filter((line) => line !== "") };
}

const SUCCEEDED = {
  level: "info",
  event: "request",
  method: "GET",
  route: "/",
  status: 200,
  ms: 3,
};
const FAILED = { level: "error", event: "browser.error", error: "Error: x" };

test("shows every event, with untrusted text escaped", async () => {
  const hostile = "\u2028}\u2029\u2028{\u2028}\u001b[2J";
  const events = [
    makeEvent(SUCCEEDED),
    makeEvent({ ...FAILED, error: `Error: ${hostile}` }, hostile),
    makeEvent({ ...FAILED, error: `Error: ${"long ".repeat(40_000)}` }),
  ];
  const { status, lines } = await readLog(events);
  expect(status).toBe(0);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe("10:20:30.400 200    3ms GET /");
  expect(lines[1]).toContain(
    "browser.error error=Error: \\u2028}\\u2029\\u2028{\\u2028}\\u001b[2J",
  );
  expect(lines[2]?.length).toBeGreaterThan(200_000);
});

test("--errors shows failed requests only", async () => {
  const { lines } = await readLog(
    [makeEvent(SUCCEEDED), makeEvent(FAILED), makeEvent(SUCCEEDED)],
    "--errors",
  );
  expect(lines).toEqual(["10:20:30.400 ERROR browser.error error=Error: x"]);
});

test("--since reads what is stored, of one request with --request", async () => {
  const now = Date.now();
  const store = (minutesAgo: number, line: object) =>
    cloudflare.account.storedLog.push({
      service: WORKER,
      timestamp: now - minutesAgo * 60_000,
      source: line,
    });
  store(5, { ...SUCCEEDED, requestId: "r1" });
  store(30, { ...FAILED, requestId: "r1" });
  store(90, { ...FAILED, requestId: "r1" });
  store(10, { ...FAILED, requestId: "r2" });
  const child = spawnLogs("--since", "1h", "--request", "r1");
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const [status] = await once(child, "close");
  expect(status).toBe(0);
  expect(output.trim().split("\n")).toEqual([
    expect.stringMatching(
      /^\d\d-\d\d \d\d:\d\d:\d\d ERROR browser.error error=Error: x requestId=r1$/,
    ),
    expect.stringMatching(/^\d\d-\d\d \S+ 200 {4}3ms GET \/ requestId=r1$/),
  ]);
});

test("SIGTERM ends wrangler too", async () => {
  const log = createServer();
  log.listen(0, "127.0.0.1");
  await once(log, "listening");
  const address = log.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  cloudflare.setTailUrl(`ws://127.0.0.1:${port}`);
  const child = spawnLogs();
  const [connection]: Socket[] = await once(log, "connection");
  const closed = connection && once(connection.resume(), "close");
  child.kill("SIGTERM");
  await Promise.all([closed, once(child, "close")]);
  log.close();
});
