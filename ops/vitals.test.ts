/** Web vitals of a stored log, read from a strict stand-in for Cloudflare's API. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Cloudflare, startCloudflare } from "../tests/support/cloudflare/api.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { reportVitals } from "./vitals.ts";

const NOW = new Date("2026-11-21T15:00:00Z");
const TODAY = Date.UTC(2026, 10, 21, 9);
const YESTERDAY = Date.UTC(2026, 10, 20, 23, 59);

let cloudflare: Cloudflare;
beforeEach(async () => {
  cloudflare = await startCloudflare();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(cloudflare.unknown).toEqual([]);
  await cloudflare.close();
});

function addLines(count: number, fields: object, at = TODAY): void {
  for (let index = 0; index < count; index += 1) {
    const line = { "$metadata.service": "site-staging", event: "browser.vitals", ...fields };
    cloudflare.account.logLines.push({ at, fields: line });
  }
}

const report = (options: { days?: string; by?: string } = {}, env = cloudflare.env) =>
  collectLines(() =>
    reportVitals(
      { env, worker: "site-staging" },
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
  expect(await report()).toEqual({
    error: undefined,
    lines: [
      "2026-11-21",
      "group  loads  ttfb   lcp  inp  cls",
      "NL         4    40   800   24    0",
      "BR         1   300  1900",
    ],
  });
});

test("a value that a browser does not have does not count as 0", async () => {
  addLines(1, { country: "NL", ttfb: 40, lcp: 2_000 });
  addLines(9, { country: "NL", ttfb: 40 });
  expect((await report()).lines[2]).toMatch(/^NL +10 +40 +2000$/);
});

test("groups by page, or by page and country", async () => {
  addLines(2, { page: "/", country: "NL", ttfb: 40 });
  addLines(1, { page: "/", country: "BR", ttfb: 300 });
  const byPage = await report({ by: "page" });
  expect(byPage.lines.slice(2)).toEqual([expect.stringMatching(/^\/ +3 /)]);
  const byBoth = await report({ by: "page,country" });
  expect(byBoth.lines.slice(2)).toEqual([
    expect.stringMatching(/^\/ NL +2 /),
    expect.stringMatching(/^\/ BR +1 /),
  ]);
});

test("shows each day, and a day without visitors", async () => {
  addLines(1, { country: "NL", ttfb: 40 }, YESTERDAY);
  const { lines } = await report({ days: "2" });
  expect(lines.slice(0, 2)).toEqual(["2026-11-21: no measured page loads", "2026-11-20"]);
});

test("a slow country fails the command, if it has a hundred page loads in a day", async () => {
  addLines(100, { country: "BR", ttfb: 300, lcp: 2_501 });
  addLines(100, { country: "NL", ttfb: 40, lcp: 2_500 });
  addLines(99, { country: "AU", ttfb: 900, lcp: 9_000 });
  const { error, lines } = await report();
  expect(error).toBe("p75 LCP over 2500 ms: BR 2026-11-21: 2501 ms");
  expect(lines.join()).toContain("2501");
});

test("a missing permission, missing variables and an outage are one line", async () => {
  const weak = { ...cloudflare.env, CLOUDFLARE_API_TOKEN: "another" };
  expect((await report({}, weak)).error).toContain(
    "the token needs the permission Account: Workers Observability: Read",
  );
  expect((await report({}, {})).error).toContain("set CLOUDFLARE_API_TOKEN");
  cloudflare.injectFault({ at: /telemetry/, when: "503" });
  expect((await report()).error).toContain("Cloudflare responded 503");
  cloudflare.injectFault({ at: /telemetry/, when: "before" });
  expect((await report()).error).toContain("no response from Cloudflare");
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
