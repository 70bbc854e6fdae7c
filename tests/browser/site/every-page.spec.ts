/**
 * What holds for every public page and the 404. One visit to each: the browser's work is most of these tests'
 * time.
 */
import type { APIRequestContext, Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import * as v from "valibot";
import { brand } from "../../../app/content/brand.ts";
import { plans } from "../../../app/content/plans.ts";
import { saysInHandle } from "../../../tools/vite/route-table.ts";
import {
  expectAccessible,
  expectToFitAtDoubleTextSize,
} from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/fixtures.ts";
import {
  type Download,
  download,
  expectHydratedWithinBudget,
  inlineScriptKb,
  sumKb,
} from "../../support/browser/page-weight.ts";
import { publicPages, readModule } from "../../support/routes/route-table.ts";

/** Where they go: docs/decisions/0010-page-weight.md. */
const BUDGET = { scriptKb: 5, pageKb: 75, requests: 8 } as const;

/** schema.org types of the pages that have structured data. */
const STRUCTURED: Readonly<Record<string, readonly string[]>> = {
  "/": ["Organization"],
  "/faq": ["FAQPage"],
  "/pricing": plans.map(() => "Product"),
};

const VALIDATOR = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // React's serialization of void elements and empty attributes.
    "void-style": ["error", { style: "selfclosing" }],
    "attribute-empty-style": "off",
    "attribute-boolean-style": "off",
  },
});

const structuredSchema = v.object({
  "@context": v.literal("https://schema.org"),
  "@type": v.string(),
});

const NOT_FOUND = { pattern: "/no/such/page", file: "routes/system/not-found.tsx" };

for (const route of [...publicPages, NOT_FOUND]) {
  const { pattern: path } = route;
  const code = readModule(route);
  test(`${path} is light, valid, accessible and described`, async ({ page, request, baseURL }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (!message.text().includes("404")) complaints.push(message.text());
    });
    // Nothing that the page reads: what guests get from the cache, whose policy allows inline scripts by
    // hash.
    const opened = await download(page, `${path}?utm_source=mail&gclid=1`);
    const { downloads, html } = opened;

    await test.step("has no console message, inline style or third party", async () => {
      expect.soft(complaints, "console").toEqual([]);
      await expect.soft(page.locator("[style]"), "inline styles").toHaveCount(0);
      for (const { url } of downloads) expect.soft(url).toContain(`${baseURL}/`);
    });
    await test.step("stays within its budget", () =>
      saysInHandle(code, "plain")
        ? expectPlainWithinBudget(downloads, html)
        : expectHydratedWithinBudget(opened));
    await test.step("is valid HTML", () => expectValid(html));
    if (path !== NOT_FOUND.pattern)
      await test.step("describes itself", () =>
        expectDescribed(page, request, path, saysInHandle(code, "uncached")));
    await test.step("text in its drawings is at least 11 px on a phone", () =>
      expectReadableDrawings(page));
    await test.step("passes axe in both themes and fits narrow screens and large text", async () => {
      await page.locator("main details").evaluateAll((questions: HTMLDetailsElement[]) => {
        for (const question of questions) question.open = true;
      });
      await expectAccessible(page);
      await expectToFitAtDoubleTextSize(page);
    });
  });
}

function expectPlainWithinBudget(downloads: readonly Download[], html: string): void {
  expect.soft(sumKb(downloads, "script"), "framework").toBe(0);
  const scriptKb = inlineScriptKb(html);
  const kb = sumKb(downloads, "document", "stylesheet", "font");
  const description = `${scriptKb.toFixed(1)} KB of script, ${kb.toFixed(1)} KB in all`;
  test.info().annotations.push({ type: "measured", description });
  expect.soft(scriptKb, "script").toBeLessThanOrEqual(BUDGET.scriptKb);
  expect.soft(kb, "in all").toBeLessThanOrEqual(BUDGET.pageKb);
  expect.soft(downloads.length, "requests").toBeLessThanOrEqual(BUDGET.requests);
}

async function expectValid(html: string): Promise<void> {
  const { results } = await VALIDATOR.validateString(html);
  const complaints = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect.soft(complaints).toEqual([]);
}

/** Metadata for search engines and link previews. */
async function expectDescribed(
  page: Page,
  request: APIRequestContext,
  path: string,
  isUncached: boolean,
): Promise<void> {
  const content = (selector: string) => page.locator(selector).getAttribute("content");
  const canonical = String(await page.locator("link[rel=canonical]").getAttribute("href"));
  expect.soft(new URL(canonical).pathname).toBe(path);
  expect.soft(new URL(canonical).search).toBe("");
  const allowed = isUncached ? "'nonce-" : "'sha256-";
  const campaign = await request.get(`${path}?utm_source=mail`);
  expect.soft(campaign.headers()["content-security-policy"]).toContain(allowed);
  const other = await request.get(`${path}?ref=card&sent=&gad_source=1`);
  expect.soft(await other.text()).toContain(`rel="canonical" href="${canonical}?sent="`);
  expect.soft(await page.title()).toContain(brand.name);
  expect.soft((await content("meta[name=description]"))?.length).toBeGreaterThan(40);
  expect.soft(await content('meta[name="twitter:card"]')).toBe("summary_large_image");
  expect.soft(await content('meta[property="og:type"]')).toBe("website");
  expect.soft(await content('meta[property="og:url"]')).toBe(canonical);
  await expect.soft(page.locator("meta[name=robots]")).toHaveCount(0);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const types = data.map((text) => v.parse(structuredSchema, JSON.parse(text))["@type"]);
  expect.soft(types).toEqual(STRUCTURED[path] ?? []);

  expect.soft((await content('meta[property="og:image:alt"]'))?.length).toBeGreaterThan(10);
  const image = await request.get(String(await content('meta[property="og:image"]')));
  const png = await image.body();
  expect.soft([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect.soft(png.length).toBeLessThan(100_000);
}

async function expectReadableDrawings(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const sizes = await page.locator(".drawing text").evaluateAll((texts) =>
    texts.map((text) => {
      if (!(text instanceof SVGTextElement)) return 0;
      return Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.d ?? 0);
    }),
  );
  expect.soft(Math.min(11, ...sizes)).toBe(11);
}
