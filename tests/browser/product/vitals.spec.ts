/** Web vitals of page loads, as a visitor's browser reports them. */
import type { Page } from "@playwright/test";
import * as v from "valibot";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

const milliseconds = v.pipe(v.number(), v.minValue(1), v.maxValue(45_000));
const reportSchema = v.strictObject({
  page: v.string(),
  ttfb: milliseconds,
  lcp: milliseconds,
  inp: v.optional(milliseconds),
  cls: v.pipe(v.number(), v.minValue(0), v.maxValue(0.1)),
});

/** Puts all page loads into the sample, or none, and collects their reports. */
async function collectReports(page: Page, { isSampled }: { isSampled: boolean }) {
  await page.addInitScript((random) => {
    Math.random = () => random;
  }, Number(!isSampled));
  const reports: unknown[] = [];
  await page.route("**/vitals-report", (route) => {
    reports.push(route.request().postDataJSON());
    return route.continue();
  });
  return reports;
}

async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => requestAnimationFrame(() => resolve())).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
}

/** Playwright does not show the requests of a page that is being left, so the page stays. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

test("a plain page reports its vitals once, without query or cookie", async ({ page, context }) => {
  const reports = await collectReports(page, { isSampled: true });
  await page.goto("/pricing?token=secret");
  await waitForPaint(page);
  const accepted = page.waitForResponse((response) => response.url().endsWith("/vitals-report"));
  await hide(page);
  await hide(page);
  expect((await accepted).status()).toBe(204);
  expect(reports).toHaveLength(1);
  expect(v.parse(reportSchema, reports[0]).page).toBe("/pricing");
  expect(await context.cookies()).toEqual([]);
});

test("the dashboard reports its vitals once, with the longest interaction, whatever opens from it", async ({
  page,
  person: _,
}) => {
  const reports = await collectReports(page, { isSampled: true });
  await openHydrated(page, "/dashboard");
  await waitForPaint(page);
  await page.getByLabel("New item").fill("Something to show");
  await page.getByLabel("New item").press("Enter");
  await expect(page.getByRole("button", { name: "Delete Something to show" })).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Name")).toBeVisible();
  await hide(page);
  await hide(page);
  await expect.poll(() => reports).toHaveLength(1);
  const report = v.parse(reportSchema, reports[0]);
  expect(report.page).toBe("/dashboard");
  expect(report.inp).toBeGreaterThan(0);
});

test("leaving a page sends its report", async ({ page }) => {
  await collectReports(page, { isSampled: true });
  await page.addInitScript(() => {
    navigator.sendBeacon = (path) => {
      const sent = `${sessionStorage.getItem("sent") ?? ""}${location.pathname} → ${path}\n`;
      sessionStorage.setItem("sent", sent);
      return true;
    };
  });
  await page.goto("/pricing");
  await page.goto("/legal/privacy-policy");
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  const sent = await page.evaluate(() => sessionStorage.getItem("sent") ?? "");
  const vitals = sent.split("\n").filter((line) => line.endsWith("/vitals-report"));
  expect(vitals).toEqual(["/pricing → /vitals-report", "/legal/privacy-policy → /vitals-report"]);
});
