import { expect, test } from "vitest";
import { createEventSplitter, formatEvent, isFailure } from "./format-event.ts";

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
  const cut = createEventSplitter();
  // However the pipe cuts them.
  const pieces = Array.from(`${output}\n`);
  expect(pieces.flatMap(cut).map((json) => JSON.parse(json))).toEqual(events);
});

test("no line separator of a visitor's hides an event", () => {
  const hostile = {
    level: "error",
    event: "browser.error",
    error: "Error: \u2028}\u2029\u2028{\u2028}",
  };
  const output = JSON.stringify(JSON.parse(eventWith([hostile])), null, 2);
  const [event = ""] = createEventSplitter()(`${output}\n`);
  expect(isFailure(event)).toBe(true);
  expect(formatEvent(event)).toEqual([
    "10:20:30.400 ERROR browser.error error=Error: \\u2028}\\u2029\\u2028{\\u2028}",
  ]);
});

test("a field stays on its line, also one that looks like a frame of a stack", () => {
  const line = { level: "info", event: "csp.violation", page: "/\n    at 10:20 ERROR forged" };
  expect(formatEvent(eventWith([line]))).toEqual([
    "10:20:30.400 csp.violation page=/\\u000a    at 10:20 ERROR forged",
  ]);
});

test("what is no event gives no line", () => {
  expect(formatEvent("not json")).toEqual([]);
});

test("what a visitor sent can neither move the cursor nor begin a line", () => {
  const line = {
    ...{ level: "info", event: "request", method: "GET", status: 200, ms: 1 },
    route: "/a\u001b[2J\r\n10:20:30.400 200 GET /faked\u009b\u202e",
  };
  const logs = [{ level: "warn", timestamp: AT, message: ["text\n    at me\u0007\n10:20 forged"] }];
  const lines = [...formatEvent(eventWith([line])), ...formatEvent(eventWith([], { logs }))];
  for (const text of lines) {
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    for (const part of text.split("\n").slice(1)) expect(part).toMatch(/^ {4}at /);
  }
  expect(lines[0]).toContain("\\u001b[2J\\u000d\\u000a10:20:30.400");
});

test.each([
  [
    "a request that went well",
    eventWith([{ level: "info", event: "request", status: 200 }]),
    false,
  ],
  ["a refused one", eventWith([{ level: "info", event: "request", status: 404 }]), false],
  ["an answer of 503", eventWith([{ level: "info", event: "request", status: 503 }]), true],
  ["a handled error", eventWith([{ level: "error", event: "webhook.failed" }]), true],
  ["a run over its limit", eventWith([], { outcome: "exceededCpu" }), true],
  ["a visitor who left", eventWith([], { outcome: "canceled" }), false],
  [
    "a crash",
    eventWith([], { exceptions: [{ name: "TypeError", message: "x", timestamp: AT }] }),
    true,
  ],
  ["no event at all", "not json", false],
])("%s: is it a failure?", (_, event, expected) => {
  expect(isFailure(event)).toBe(expected);
});
