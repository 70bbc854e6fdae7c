/** Web vitals of a stored log, read from a strict stand-in for Cloudflare's API. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { collectLines } from "../../tests/support/cloudflare/console-lines.ts";
import { reportVitals } from "./report-vitals.ts";

const NOW = new Date("2026-11-21T15:00:00Z");
const TODAY = Date.UTC(2026, 10, 21, 9);
const YESTERDAY = Date.UTC(2026, 10, 20, 23, 59);

let cloudflare: Cloudflare;
let tables: unknown[];
beforeEach(async () => {
  cloudflare = await startCloudflare();
  tables = [];
  vi.spyOn(console, "table").mockImplementation((rows) => tables.push(rows));
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(cloudflare.unknown).toEqual([]);
  await cloudflare.close();
});

function addLines(count: number, fields: object, at = TODAY): void {
  for (let index = 0; index < count; index += 1) {
    const line = { "$metadata.service": "selvedge-staging", event: "browser.vitals", ...fields };
    cloudflare.account.logLines.push({ at, fields: line });
  }
}

const report = (options: { days?: string; by?: string } = {}, env = cloudflare.env) =>
  collectLines(() =>
    reportVitals(
      { env, worker: "selvedge-staging" },
      { days: "1", by: "country", now: NOW, ...options },
    ),
  );

test("shows the 75th percentile of each vital by country, the most visited first", async () => {
  addLines(1, { page: "/", country: "BR", ttfb: 300, lcp: 1_900 });
  addLines(3, { page: "/", country: "NL", ttfb: 40, lcp: 800, cls: 0 });
  addLines(1, { page: "/pricing", country: "NL", ttfb: 90, inp: 24, cls: 0.2 });
  addLines(9, { page: "/", country: "NL", ttfb: 999, "$metadata.service": "another" });
  addLines(9, { page: "/", country: "NL", ttfb: 999, event: "request" });
  addLines(9, { page: "/", country: "NL", ttfb: 999 }, YESTERDAY);
  expect(await report()).toEqual({ error: undefined, lines: ["2026-11-21"] });
  expect(tables).toEqual([
    [
      { group: "NL", loads: 4, ttfb: 40, lcp: 800, inp: 24, cls: 0 },
      { group: "BR", loads: 1, ttfb: 300, lcp: 1_900, inp: undefined, cls: undefined },
    ],
  ]);
});

test("a value that a browser does not have does not count as 0", async () => {
  addLines(1, { country: "NL", ttfb: 40, lcp: 2_000 });
  addLines(9, { country: "NL", ttfb: 40 });
  await report();
  expect(tables).toMatchObject([[{ loads: 10, lcp: 2_000 }]]);
});

test("groups by page, or by page and country", async () => {
  addLines(2, { page: "/", country: "NL", ttfb: 40 });
  addLines(1, { page: "/", country: "BR", ttfb: 300 });
  await report({ by: "page" });
  await report({ by: "page,country" });
  expect(tables).toMatchObject([
    [{ group: "/", loads: 3 }],
    [
      { group: "/ NL", loads: 2 },
      { group: "/ BR", loads: 1 },
    ],
  ]);
});

test("shows each day, and a day without visitors", async () => {
  addLines(1, { country: "NL", ttfb: 40 }, YESTERDAY);
  const { lines } = await report({ days: "2" });
  expect(lines).toEqual(["2026-11-21: no measured page loads", "2026-11-20"]);
});

test("a slow country fails the command, if it has a hundred page loads in a day", async () => {
  addLines(100, { country: "BR", ttfb: 300, lcp: 2_501 });
  addLines(100, { country: "NL", ttfb: 40, lcp: 2_500 });
  addLines(99, { country: "AU", ttfb: 900, lcp: 9_000 });
  expect((await report()).error).toBe("p75 LCP over 2500 ms: BR 2026-11-21: 2501 ms");
  expect(tables).toHaveLength(1);
});

test("a missing permission, missing variables and an outage are one line", async () => {
  const weak = { ...cloudflare.env, CLOUDFLARE_API_TOKEN: "another" };
  expect((await report({}, weak)).error).toContain("needs Workers Observability: Read");
  expect((await report({}, {})).error).toContain("set CLOUDFLARE_ACCOUNT_ID");
  cloudflare.injectFault({ at: /telemetry/, when: "503" });
  expect((await report()).error).toContain("Cloudflare's log responded 503");
  cloudflare.injectFault({ at: /telemetry/, when: "before" });
  expect((await report()).error).toContain("no response from Cloudflare's log");
});

test.each([
  [{ days: "0" }, "--days must be"],
  [{ days: "1.5" }, "--days must be"],
  [{ days: "8" }, "--days must be"],
  [{ by: "city" }, "--by must be"],
  [{ by: "" }, "--by must be"],
])("%j is rejected", async (options, problem) => {
  expect((await report(options)).error).toContain(problem);
  expect(cloudflare.requests).toEqual([]);
});
