import fc from "fast-check";
import { expect, test } from "vitest";
import { parseVitals } from "./vitals.server";

/** As in React Router's server build: the root, the index route, a layout, pages, the 404. */
const ROUTES = [
  { path: "" },
  { index: true },
  {},
  undefined,
  { path: "pricing" },
  { path: "legal/:section" },
  { path: "*" },
];
const read = (report: object) => parseVitals(JSON.stringify(report), ROUTES);

test("a report has rounded values", () => {
  const report = { page: "/pricing", ttfb: 41.6, lcp: 812.3, inp: 24, cls: 0.04567 };
  expect(read(report)).toEqual({ page: "/pricing", ttfb: 42, lcp: 812, inp: 24, cls: 0.046 });
});

test("a vital that the browser has no value for is missing", () => {
  expect(read({ page: "/", lcp: 812 })).toEqual({ page: "/", lcp: 812 });
});

test.each([
  ["/", "/"],
  ["/pricing", "/pricing"],
  ["/pricing/", "/pricing"],
  ["/legal/terms-of-service", "/legal/:section"],
  ["/no/such/page", "/*"],
  ["/6f1f0f3e-7f1c-4a53-9d6e-0d4f6f0b1c2d", "/*"],
])("the page %s is logged as %s", (page, pattern) => {
  expect(read({ page })?.page).toBe(pattern);
});

test.each([
  ["a page with a query", { page: "/pricing?token=secret" }],
  ["an encoded page", { page: "/%E0%A4%A" }],
  ["another site's page", { page: "https://evil.example/" }],
  ["a long page", { page: `/${"a".repeat(300)}` }],
  ["no page", { lcp: 812 }],
  ["a negative value", { page: "/", ttfb: -1 }],
  ["a value out of bounds", { page: "/", lcp: 1e9 }],
  ["a score out of bounds", { page: "/", cls: 101 }],
  ["text as a value", { page: "/", inp: "24" }],
  ["null as a value", { page: "/", cls: null }],
])("a report with %s is ignored", (_, report) => {
  expect(read(report)).toBeUndefined();
});

test.each(["", "null", "{}", "[1]", "{", '{"page":"/","lcp":1e999}'])(
  "%s is not a report",
  (json) => {
    expect(parseVitals(json, ROUTES)).toBeUndefined();
  },
);

test("fields that the log does not have are dropped", () => {
  expect(read({ page: "/", email: "ann@example.com", event: "request" })).toEqual({ page: "/" });
});

test("whatever a report has, the log gets numbers within bounds and a known page", () => {
  const page = fc.oneof(fc.constantFrom("/", "/pricing", "/x"), fc.string());
  const value = fc.oneof(
    fc.double({ min: -1, max: 1e6 }),
    fc.constantFrom(null, "1", true, [1], {}),
  );
  const report = fc.record(
    { page, ttfb: value, lcp: value, inp: value, cls: value },
    { requiredKeys: ["page"] },
  );
  const check = (json: string) => {
    const { page, cls = 0, ...times } = parseVitals(json, ROUTES) ?? { page: "/" };
    expect(["/", "/pricing", "/legal/:section", "/*"]).toContain(page);
    expect(cls >= 0 && cls <= 100).toBe(true);
    for (const time of Object.values(times)) {
      expect(Number.isInteger(time) && time >= 0 && time <= 600_000).toBe(true);
    }
  };
  fc.assert(fc.property(report, (fields) => check(JSON.stringify(fields))));
  fc.assert(fc.property(fc.string(), check));
});
