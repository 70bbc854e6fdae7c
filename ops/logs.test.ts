/** Runs the command against a strict stand-in for Cloudflare's API. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Cloudflare, startCloudflare } from "../tests/support/cloudflare/api.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { createStackMapper } from "./lib/source-maps.ts";
import { readTarget } from "./lib/target.ts";
import { type LogOptions, printLog } from "./logs.ts";

const SUCCEEDED = {
  level: "info",
  event: "request",
  method: "GET",
  route: "/",
  status: 200,
  ms: 3,
};
const FAILED = { level: "error", event: "browser.error", error: "Error: x" };
const UNCAUGHT = "Uncaught Error\n    at me\u0007\n10:20 forged\u2028";

let cloudflare: Cloudflare;
beforeAll(async () => {
  cloudflare = await startCloudflare();
  const store = (minutesAgo: number, source: object | string, $metadata = {}) => {
    const timestamp = Date.now() - minutesAgo * 60_000;
    const service = readTarget("staging").worker;
    cloudflare.account.storedLog.push({ service, timestamp, source, $metadata });
  };
  store(5, { ...SUCCEEDED, requestId: "r1" });
  store(30, { ...FAILED, requestId: "r1" });
  store(90, { ...FAILED, requestId: "r1" });
  store(10, { ...SUCCEEDED, status: 503, requestId: "r2" });
  store(9, UNCAUGHT, { level: "error" });
  store(8, "just text");
});
afterAll(() => cloudflare.close());

/** The lines that `printLog` prints, without their times. */
async function readLog(options: Partial<LogOptions>) {
  const target = readTarget("staging", { env: cloudflare.env });
  const { error, lines } = await collectLines(() => printLog(target, { since: "1h", ...options }));
  expect(cloudflare.unknown).toEqual([]);
  return { error, lines: lines.map((line) => line.replace(/^\d\d-\d\d \d\d:\d\d:\d\d /, "")) };
}

const REQUEST = "200    3ms GET / requestId=r1";
const ERROR = "ERROR browser.error error=Error: x requestId=r1";
const UNAVAILABLE = "503    3ms GET / requestId=r2";
const CRASH = ["Uncaught Error", "    at me\\u0007\\u000a10:20 forged\\u2028"];

test.each<[string, Partial<LogOptions>, string[]]>([
  ["the last hour, oldest first", {}, [ERROR, UNAVAILABLE, ...CRASH, "just text", REQUEST]],
  ["a longer time", { since: "2h", request: "r1" }, [ERROR, ERROR, REQUEST]],
  ["one request", { request: "r1" }, [ERROR, REQUEST]],
  ["lines with a text", { search: "r2" }, [UNAVAILABLE]],
  ["failures, also handled and uncaught ones", { errors: true }, [ERROR, UNAVAILABLE, ...CRASH]],
])("prints %s", async (_, options, lines) => {
  expect(await readLog(options)).toEqual({ error: undefined, lines });
});

test("finds the one failure among the thousands of lines of an hour; what is cut says from when on, and fails", async () => {
  const { storedLog } = cloudflare.account;
  const kept = storedLog.length;
  const start = Date.now() - 20 * 60_000;
  const service = readTarget("staging").worker;
  for (let n = 0; n < 3_000; n += 1) {
    const source = { ...SUCCEEDED, requestId: `busy-${n}` };
    storedLog.push({ service, timestamp: start + n * 100, source, $metadata: {} });
  }
  onTestFinished(() => void storedLog.splice(kept));
  expect(await readLog({ errors: true })).toEqual({
    error: undefined,
    lines: [ERROR, UNAVAILABLE, ...CRASH],
  });
  const all = await readLog({});
  expect(all.error).toBeUndefined();
  expect(new Set(all.lines).size).toBe(3_000 + 6);
  const cut = await readLog({ max: 2_000 });
  expect(cut.lines).toHaveLength(2_001);
  expect(cut.error).toMatch(/^Only since \d\d-\d\d \d\d:\d\d:\d\d UTC: there are more than 2000/);
});

test("maps stacks to their source where the build has the same code, and leaves others", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "logs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "build/server/assets"), { recursive: true });
  // Line 1, column 0 of the code is line 3, column 4 of the source.
  const map = { version: 3, names: [], sources: ["../../../app/a.ts"], mappings: "AAEI" };
  const file = path.join(folder, "build/server/assets/a-Crq2YcAF.js.map");
  writeFileSync(file, JSON.stringify(map));
  const mapStack = createStackMapper(folder);
  expect(
    mapStack("at f (assets/a-Crq2YcAF.js:1:1)\n at https://x.example/assets/a-Crq2YcAF.js:1:1"),
  ).toBe("at f (app/a.ts:3:5)\n at app/a.ts:3:5");
  expect(mapStack("at f (assets/a-0therBui.js:1:1)")).toBe("at f (assets/a-0therBui.js:1:1)");
});

test.each<[string, Partial<LogOptions>, string]>([
  ["an unknown request", { request: "r3" }, "No lines of request r3 in the last 1h"],
  ["another unit", { since: "1w" }, "--since 1w: say 90m, 1h or 2d"],
])("rejects %s", async (_, options, error) => {
  expect(await readLog(options)).toEqual({ error, lines: [] });
});
