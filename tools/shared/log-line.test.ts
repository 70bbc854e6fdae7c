import { expect, test } from "vitest";
import { formatLogLine } from "./log-line.ts";

const REQUEST = {
  level: "info",
  event: "request",
  method: "GET",
  route: "/a",
  status: 200,
  ms: 12,
};
const FAILURE = { level: "error", event: "readyz.failed", error: "Error: no database" };

test.each<[string, Parameters<typeof formatLogLine>[0], string]>([
  ["a request in columns", { ...REQUEST, cache: "hit" }, "200   12ms GET /a cache=hit"],
  [
    "an error with cause and stack",
    { ...FAILURE, cause: "Error: refused", stack: "at a (x.ts:1:1)\n    at b (x.ts:2:1)" },
    "ERROR readyz.failed error=Error: no database cause=Error: refused\n    at a (x.ts:1:1)\n    at b (x.ts:2:1)",
  ],
  [
    "a field that looks like a stack frame",
    { level: "info", event: "csp.violation", page: "/\n    at 10:20 ERROR forged" },
    "csp.violation page=/\\u000a    at 10:20 ERROR forged",
  ],
  [
    "control characters in user input, escaped",
    { ...REQUEST, route: "/a\u001b[2J\r\n10:20 200 GET /faked\u009b\u202e" },
    "200   12ms GET /a\\u001b[2J\\u000d\\u000a10:20 200 GET /faked\\u009b\\u202e",
  ],
])("formats %s", (_, line, expected) => {
  expect(formatLogLine(line)).toBe(expected);
});
