/**
 * `npm run screenshots`: every public page, light and dark, phone and desktop, from the built product
 * into `test-results/screenshots/`; a line for whatever scrolls sideways or complains in the console.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startBuiltSite } from "../tests/support/built-site.ts";
import { prepareChromium } from "../tests/support/chromium.ts";
import { VISITOR_PATHS } from "../tests/support/public-pages.ts";

const FOLDER = path.join(import.meta.dirname, "..", "test-results", "screenshots");

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

async function photograph(browser: Browser, url: string): Promise<number> {
  let count = 0;
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.on("console", (message) => console.log(`${page.url()}: ${message.text()}`));
      for (const pagePath of VISITOR_PATHS) {
        await page.goto(url + pagePath, { waitUntil: "load" });
        await reportOverhang(page, size);
        await page.screenshot({
          path: path.join(FOLDER, `${fileName(pagePath)}-${size}-${colorScheme}.png`),
          fullPage: true,
        });
        count += 1;
      }
      await context.close();
    }
  }
  return count;
}

async function reportOverhang(page: Page, size: string): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  if (overhang > 0) console.log(`${page.url()}: ${overhang} px too wide on a ${size}`);
}

function fileName(pagePath: string): string {
  return pagePath === "/" ? "home" : pagePath.slice(1).replaceAll("/", "-");
}

mkdirSync(FOLDER, { recursive: true });
const site = await startBuiltSite("screenshots");
try {
  const { executablePath, args, env } = await prepareChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  const count = await photograph(browser, site.url);
  await browser.close();
  console.log(`${count} screenshots in ${path.relative(process.cwd(), FOLDER)}`);
} finally {
  await site.stop();
}
