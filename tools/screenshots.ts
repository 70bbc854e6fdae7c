/**
 * `node tools/screenshots.ts`: every public page of the built product, light and dark, at five widths, into
 * `test-results/screenshots/`, and the README's picture; reports pages that scroll sideways or log to the console.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { PUBLIC_PATHS } from "../app/content/marketing/public-paths.ts";
import { getHorizontalOverflow } from "../tests/support/browser/accessibility.ts";
import { prepareChromium } from "../tests/support/chromium.ts";
import { startProduct } from "../tests/support/product.ts";

const FOLDER = path.join(import.meta.dirname, "..", "test-results", "screenshots");
const WIDTHS = [1440, 1024, 768, 375, 320] as const;
const HEIGHT = 800;
const README_PICTURE = path.join(import.meta.dirname, "..", "docs", "images", "home.png");

async function takeScreenshots(
  browser: Browser,
  siteUrl: string,
  width: number,
  colorScheme: "light" | "dark",
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "info" || message.type() === "debug") return;
    console.log(`${page.url()}: ${message.text()}`);
  });
  for (const pagePath of [...PUBLIC_PATHS, "/no/such/page"]) {
    await page.goto(siteUrl + pagePath, { waitUntil: "networkidle" });
    const tooWide = await getHorizontalOverflow(page);
    if (tooWide > 0) console.log(`${page.url()}: ${tooWide} px too wide at ${width} px`);
    const name = pagePath.slice(1).replaceAll("/", "-") || "home";
    const file = path.join(FOLDER, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path: file, fullPage: true });
    if (name === "home" && width === WIDTHS[0] && colorScheme === "light") {
      await page.screenshot({ path: README_PICTURE });
    }
  }
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const site = await startProduct();
try {
  const { executablePath, args, env } = await prepareChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  for (const width of WIDTHS) {
    await takeScreenshots(browser, site.siteUrl, width, "light");
    await takeScreenshots(browser, site.siteUrl, width, "dark");
  }
  await browser.close();
  console.log(`Screenshots in ${path.relative(process.cwd(), FOLDER)}`);
} finally {
  await site.close();
}
