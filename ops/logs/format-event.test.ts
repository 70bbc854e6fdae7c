import { expect, test } from "vitest";
import { createEventCutter, formatEvent } from "./format-event.ts";

const AT = Date.UTC(2026, 10, 21, 10, 20, 30, 400);

function eventWith(lines: readonly object[], rest: object = {}): string {
  const logs = lines.map((line) => ({
    level: "log",
    timestamp: AT,
    message: [JSON.stringify(line)],
  }));
  return JSON.stringify({ outcome: "ok", eventTimestamp: AT, logs, exceptions: [], ...rest });
}

test("a request is one line in columns", () => {
  const line = {
    ...{ level: "info", event: "request", requestId: "r1", method: "GET", route: "/pricing" },
    ...{ status: 200, cache: "hit", ms: 12 },
  };
  expect(formatEvent(eventWith([line]))).toEqual([
    "10:20:30.400 200   12ms GET /pricing requestId=r1 cache=hit",
  ]);
});

test("an error stands out, with cause and stack", () => {
  const line = {
    ...{ level: "error", event: "readyz.failed", requestId: "r1", error: "Error: no database" },
    ...{ cause: "Error: refused (ECONNREFUSED)", stack: "at a (x.ts:1:1)\n    at b (x.ts:2:1)" },
  };
  expect(formatEvent(eventWith([line]))).toEqual([
    "10:20:30.400 ERROR readyz.failed requestId=r1 error=Error: no database cause=Error: refused (ECONNREFUSED)\n    at a (x.ts:1:1)\n    at b (x.ts:2:1)",
  ]);
});

test("what is not ours is shown as it is, and an abnormal end is told", () => {
  const exceptions = [{ name: "TypeError", message: "x is null", timestamp: AT }];
  const logs = [{ level: "warn", timestamp: AT, message: ["just", "text"] }];
  expect(formatEvent(eventWith([], { logs, exceptions, outcome: "exceededCpu" }))).toEqual([
    "10:20:30.400 just text",
    "10:20:30.400 ERROR uncaught TypeError: x is null",
    "10:20:30.400 ERROR the invocation ended as exceededCpu",
  ]);
});

test("events come out of wrangler's indented output one by one, and other lines are dropped", () => {
  const events = [{ outcome: "ok", logs: [] }, { outcome: "exception" }];
  const output = ["Connected!", ...events.map((event) => JSON.stringify(event, null, 2))].join(
    "\n",
  );
  const cut = createEventCutter();
  const found = output.split("\n").flatMap((line) => cut(line) ?? []);
  expect(found.map((json) => JSON.parse(json))).toEqual(events);
});

test("what is no event gives no line", () => {
  expect(formatEvent("not json")).toEqual([]);
});
