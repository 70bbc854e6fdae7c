import { expect, test } from "vitest";
import { parseBrowserError, parseCspReport } from "./browser-reports.server";

const HOST = "studio.example";
const read = (report: object) => parseBrowserError(JSON.stringify(report), HOST);

test.each([
  [
    "Chrome",
    `TypeError: x is not a function
    at pay (https://studio.example/assets/checkout-B1a2C3.js:1:120)
    at async https://studio.example/assets/shell-D4.js:2:7`,
    ["    at pay (/assets/checkout-B1a2C3.js:1:120)", "    at async (/assets/shell-D4.js:2:7)"],
  ],
  [
    "Firefox and Safari",
    `pay@https://studio.example/assets/checkout-B1a2C3.js:1:120
@https://studio.example/contact?token=secret#x:12:5`,
    ["    at pay (/assets/checkout-B1a2C3.js:1:120)", "    at /contact:12:5"],
  ],
])("frames of %s have file and line, without a query", (_, stack, frames) => {
  const report = read({
    page: "/contact",
    name: "TypeError",
    message: "x is not a function",
    stack,
  });
  expect(report?.error.stack?.split("\n")).toEqual(["TypeError: x is not a function", ...frames]);
  expect(report?.page).toBe("/contact");
});

test("a stack without a function name has its location", () => {
  const report = read({ page: "/", message: "no card", stack: "https://studio.example/:3:9" });
  expect(report?.error.stack).toBe("Error: no card\n    at /:3:9");
});

test.each([
  ["an extension", "at x (chrome-extension://abcdef/content.js:1:2)"],
  ["another site", "x@https://ads.example/a.js:1:2"],
])("an error of %s is ignored", (_, stack) => {
  expect(read({ page: "/", name: "Error", message: "broken", stack })).toBeUndefined();
});

test.each([
  { message: "Script error.", stack: ":0:0" },
  { name: "InvalidStateError", message: "Transition was aborted because of invalid state." },
])('"$message" is ignored', (report) => {
  expect(read({ page: "/", ...report })).toBeUndefined();
});

test("URLs, ids and control characters are removed", () => {
  const report = read({
    page: "/items/6f1f0f3e-7f1c-4a53-9d6e-0d4f6f0b1c2d",
    name: "Error\n2026 faked",
    message: `cannot load https://studio.example/auth/link?token_hash=abc#x or /auth/confirm?code=1 \u001b[2J\nERROR`,
    stack:
      "at \u001b[31mgo (https://studio.example/items/6f1f0f3e-7f1c-4a53-9d6e-0d4f6f0b1c2d?a=b:1:2)",
  });
  expect(report?.page).toBe("/items/:value");
  expect(report?.error.name).toBe("Error2026faked");
  expect(report?.error.message).toBe("cannot load /auth/link or /auth/confirm  [2J ERROR");
  expect(report?.error.stack?.split("\n")[1]).toBe("    at 31mgo (/items/:value:1:2)");
});

test("a message stays on one line, whatever line separators it has", () => {
  const message = "a\u2028b\u2029c\u0085d\r\ne\u202ef";
  const report = parseBrowserError(JSON.stringify({ message }), "www.example.com");
  expect(report?.error.message).toBe("a b c d  e f");
});

test("long values of an error are truncated", () => {
  const stack = Array.from(
    { length: 500 },
    () => `at ${"f".repeat(200)} (https://${HOST}/assets/${"a".repeat(300)}.js:1:2)`,
  ).join("\n");
  const report = read({
    page: "/x".repeat(999),
    name: "N".repeat(999),
    message: "m".repeat(9_999),
    stack,
  });
  expect(report?.page.length).toBeLessThanOrEqual(100);
  expect(report?.error.message).toHaveLength(300);
  expect(report?.error.stack?.length).toBeLessThanOrEqual(300 + 60 + 2 + 8 * 201);
});

test.each(["", "null", "{}", "[1]", '{"message":7}', '{"page":"/"}', "{"])(
  "%s is not an error report",
  (json) => {
    expect(parseBrowserError(json, HOST)).toBeUndefined();
  },
);

test("a violation has directive, host and page, without queries", () => {
  const report = {
    "csp-report": {
      "document-uri": "https://studio.example/auth/link?token_hash=secret#x",
      "violated-directive": "script-src-elem",
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://ads.example/x.js?user=ann@example.com",
      "script-sample": "alert(document.cookie)",
    },
  };
  expect(parseCspReport(JSON.stringify(report))).toEqual({
    directive: "script-src-elem",
    blocked: "ads.example",
    page: "/auth/link",
  });
});

test.each(["", "null", "{}", "[1]", '{"csp-report":7}', "{"])(
  "%s is not a violation report",
  (json) => {
    expect(parseCspReport(json)).toBeUndefined();
  },
);

test("long values of a violation are truncated", () => {
  const report = { "csp-report": { "effective-directive": "x".repeat(9_000) } };
  expect(parseCspReport(JSON.stringify(report))?.directive).toHaveLength(200);
});
