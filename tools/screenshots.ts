/**
 * `node tools/screenshots.ts`: every public page from the built product, and the page of all components, light and
 * dark, on five widths, into `test-results/screenshots/`; a line for whatever scrolls sideways or complains in
 * the console.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startBuiltSite } from "../tests/support/built-site.ts";
import { prepareChromium } from "../tests/support/chromium.ts";
import { VISITOR_PATHS } from "../tests/support/public-pages.ts";
import { OVERLAYS, serveCatalogue } from "./catalogue/serve-catalogue.ts";

const FOLDER = path.join(import.meta.dirname, "..", "test-results", "screenshots");

const WIDTHS = [1440, 1024, 768, 375, 320] as const;
const HEIGHT = 800;

interface Sight {
  readonly name: string;
  readonly url: string;
}

async function photograph(browser: Browser, sights: readonly Sight[]): Promise<number> {
  let count = 0;
  for (const width of WIDTHS) {
    for (const colorScheme of ["light", "dark"] as const) {
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
      for (const { name, url } of sights) {
        await page.goto(url, { waitUntil: "networkidle" });
        await reportOverhang(page, width);
        await page.screenshot({
          path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
        count += 1;
      }
      await context.close();
    }
  }
  return count;
}

async function reportOverhang(page: Page, width: number): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  if (overhang > 0) console.log(`${page.url()}: ${overhang} px too wide at ${width} px`);
}

function fileName(pagePath: string): string {
  return pagePath === "/" ? "home" : pagePath.slice(1).replaceAll("/", "-");
}

mkdirSync(FOLDER, { recursive: true });
const site = await startBuiltSite("screenshots");
const catalogue = await serveCatalogue();
try {
  const { executablePath, args, env } = await prepareChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  const pages = VISITOR_PATHS.map((each) => ({ name: fileName(each), url: site.url + each }));
  const overlaid = OVERLAYS.map((each) => ({
    name: `components-${each}`,
    url: `${catalogue.url}?open=${each}`,
  }));
  const all = { name: "components", url: catalogue.url };
  const count = await photograph(browser, [...pages, all, ...overlaid]);
  await browser.close();
  console.log(`${count} screenshots in ${path.relative(process.cwd(), FOLDER)}`);
} finally {
  await Promise.all([site.stop(), catalogue.stop()]);
}
