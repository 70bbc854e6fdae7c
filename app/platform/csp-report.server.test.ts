import { expect, test } from "vitest";
import { readViolations } from "./csp-report.server";

test("a report of the older kind tells directive, host and page, and nothing of the query", () => {
  const report = {
    "csp-report": {
      "document-uri": "https://studio.example/auth/link?token_hash=secret#x",
      "violated-directive": "script-src-elem",
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://ads.example/x.js?user=ann@example.com",
      "script-sample": "alert(document.cookie)",
    },
  };
  expect(readViolations(JSON.stringify(report))).toEqual([
    { directive: "script-src-elem", blocked: "ads.example", page: "/auth/link" },
  ]);
});

test("a list by the Reporting API tells each, up to ten", () => {
  const entry = {
    type: "csp-violation",
    age: 1,
    body: {
      documentURL: "https://studio.example/",
      effectiveDirective: "style-src-attr",
      blockedURL: "inline",
    },
  };
  const violations = readViolations(JSON.stringify(Array.from({ length: 40 }, () => entry)));
  expect(violations).toHaveLength(10);
  expect(violations[0]).toEqual({ directive: "style-src-attr", blocked: "inline", page: "/" });
});

test.each(["", "null", "{}", "[1]", '{"csp-report":7}', '[{"type":"deprecation","body":{}}]', "{"])(
  "%s is no report",
  (json) => {
    expect(readViolations(json)).toEqual([]);
  },
);

test("long values are cut", () => {
  const report = { "csp-report": { "effective-directive": "x".repeat(9_000) } };
  expect(readViolations(JSON.stringify(report))[0]?.directive).toHaveLength(200);
});
