import { expect, test } from "vitest";
import { createEventReader, formatEvent, isFailure, type TailEvent } from "./format-event.ts";

const AT = Date.UTC(2026, 10, 21, 10, 20, 30, 400);

function eventWith(lines: readonly object[], rest: Partial<TailEvent> = {}): TailEvent {
  const logs = lines.map((line) => ({
    level: "log",
    timestamp: AT,
    message: [JSON.stringify(line)],
  }));
  return { outcome: "ok", eventTimestamp: AT, logs, exceptions: [], ...rest };
}

test("formats a request in columns", () => {
  const line = {
    ...{ level: "info", event: "request", requestId: "r1", method: "GET", route: "/pricing" },
    ...{ status: 200, cache: "hit", ms: 12 },
  };
  expect(formatEvent(eventWith([line]))).toEqual([
    "10:20:30.400 200   12ms GET /pricing requestId=r1 cache=hit",
  ]);
});

test("formats an error with cause and stack", () => {
  const line = {
    ...{ level: "error", event: "readyz.failed", requestId: "r1", error: "Error: no database" },
    ...{ cause: "Error: refused (ECONNREFUSED)", stack: "at a (x.ts:1:1)\n    at b (x.ts:2:1)" },
  };
  expect(formatEvent(eventWith([line]))).toEqual([
    "10:20:30.400 ERROR readyz.failed requestId=r1 error=Error: no database cause=Error: refused (ECONNREFUSED)\n    at a (x.ts:1:1)\n    at b (x.ts:2:1)",
  ]);
});

test("shows other log lines unchanged, and an abnormal outcome", () => {
  const exceptions = [{ name: "TypeError", message: "x is null", timestamp: AT }];
  const logs = [{ level: "warn", timestamp: AT, message: ["just", "text"] }];
  expect(formatEvent(eventWith([], { logs, exceptions, outcome: "exceededCpu" }))).toEqual([
    "10:20:30.400 just text",
    "10:20:30.400 ERROR uncaught TypeError: x is null",
    "10:20:30.400 ERROR invocation outcome: exceededCpu",
  ]);
});

test("reads events from wrangler's indented output, and ignores other lines and objects", () => {
  const events = [eventWith([]), { outcome: 1 }, eventWith([], { outcome: "exception" })];
  const output = ["Connected!", ...events.map((event) => JSON.stringify(event, null, 2))].join(
    "\n",
  );
  const chunks = Array.from(`${output}\n`);
  expect(chunks.flatMap(createEventReader())).toEqual([events[0], events[2]]);
});

test("a field stays on its line, even if it looks like a stack frame", () => {
  const line = { level: "info", event: "csp.violation", page: "/\n    at 10:20 ERROR forged" };
  expect(formatEvent(eventWith([line]))).toEqual([
    "10:20:30.400 csp.violation page=/\\u000a    at 10:20 ERROR forged",
  ]);
});

test("escapes control characters in user input", () => {
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
  ["a successful request", eventWith([{ level: "info", event: "request", status: 200 }]), false],
  ["a rejected request", eventWith([{ level: "info", event: "request", status: 404 }]), false],
  ["a 503 response", eventWith([{ level: "info", event: "request", status: 503 }]), true],
  ["a handled error", eventWith([{ level: "error", event: "webhook.failed" }]), true],
  ["a run over its CPU limit", eventWith([], { outcome: "exceededCpu" }), true],
  ["a canceled request", eventWith([], { outcome: "canceled" }), false],
  [
    "a crash",
    eventWith([], { exceptions: [{ name: "TypeError", message: "x", timestamp: AT }] }),
    true,
  ],
])("isFailure: %s", (_, event, expected) => {
  expect(isFailure(event)).toBe(expected);
});
