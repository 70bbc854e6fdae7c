/**
 * `node tools/screenshots.ts`: every public page of the built product, light and dark, at five widths, into
 * `test-results/screenshots/`, and the README's pictures; reports pages that scroll sideways or log to the
 * console. With `--share`: only the pictures for link previews, into `public/`.
 */
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { brand } from "../app/content/brand.ts";
import { getHorizontalOverflow } from "../tests/support/browser/accessibility.ts";
import { prepareChromium } from "../tests/support/chromium.ts";
import { type Product, startProduct } from "../tests/support/product.ts";
import { publicPaths } from "../tests/support/routes/route-table.ts";
import { LOCAL_PASSWORD } from "./shared/settings.ts";

const ROOT = path.join(import.meta.dirname, "..");
const FOLDER = path.join(ROOT, "test-results", "screenshots");
const WIDTHS = [1440, 1024, 768, 375, 320] as const;
const HEIGHT = 800;
const README_IMAGES = path.join(ROOT, "docs", "images");

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
  for (const pagePath of [...publicPaths, "/no/such/page"]) {
    await page.goto(siteUrl + pagePath, { waitUntil: "networkidle" });
    const tooWide = await getHorizontalOverflow(page);
    if (tooWide > 0) console.log(`${page.url()}: ${tooWide} px too wide at ${width} px`);
    const name = pagePath.slice(1).replaceAll("/", "-") || "home";
    const file = path.join(FOLDER, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path: file, fullPage: true });
    if (name === "home" && width === WIDTHS[0] && colorScheme === "light") {
      const clip = { x: 0, y: 0, width, height: 700 };
      await page.screenshot({ path: path.join(README_IMAGES, "home.png"), clip });
    }
  }
  await context.close();
}

/** Account, payment page and an email, side by side. */
async function takeStrip(browser: Browser, { siteUrl, ports }: Product): Promise<void> {
  const pictures: string[] = [];
  const signIn = async (email: string) => {
    const viewport = { width: 880, height: 640 };
    const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
    await page.goto(`${siteUrl}/auth/signin`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(LOCAL_PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/dashboard");
    await page.waitForLoadState("networkidle");
    return page;
  };
  const take = async (page: Page) => pictures.push((await page.screenshot()).toString("base64"));
  await take(await signIn("pro@example.com"));

  const page = await signIn("free@example.com");
  await page.goto(`${siteUrl}/purchase/pro`);
  const values = { "Card number": "4242 4242 4242 4242", Expiry: "12 / 40", CVC: "123" };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await take(page);
  await page.getByRole("button", { name: "Start trial" }).click();
  await page.getByText("You are now subscribed").waitFor();
  await page.request.get(`${siteUrl}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
  await page.goto(`http://127.0.0.1:${ports.mailbox}/inbox`);
  await page.getByRole("link", { name: "Your free trial" }).click();
  await take(page);

  const strip = await browser.newPage({ viewport: { width: 1440, height: 344 } });
  await strip.setContent(`<body style="margin:0;display:flex;gap:12px;background:#d9d6cc">
    ${pictures.map((png) => `<img width="472" src="data:image/png;base64,${png}">`).join("")}`);
  await strip.screenshot({ path: path.join(README_IMAGES, "account.png") });
}

/** What is on a picture for link previews besides its drawing: logo, name and headline. */
const SHARE_STYLE = `
  body { margin: 0; display: grid; height: 630px; overflow: hidden; }
  body > a { position: absolute; top: 3.5rem; left: 4.5rem; display: flex; gap: 1.25rem; font: 600 2.5rem/3.5rem var(--font-sans); }
  body > a svg { width: 3.5rem; height: 3.5rem; }
  body > h1 { font: 500 4rem/1.05 var(--font-sans); letter-spacing: -0.02em; margin: 0 4.5rem; align-self: center; }
  .wide > h1 { font-size: 6rem; padding-bottom: 3rem; }
  .wide > .drawing { position: absolute; inset: auto 0 0; height: 12rem; overflow: hidden; }
  .tall > h1 { width: 27rem; }
  .tall > .drawing { position: absolute; left: 35rem; align-self: center; width: 36rem; }`;

/** The pictures for link previews (`shareImagePath`): headline and drawing of a page, in the light theme. */
async function takeShareImages(browser: Browser, siteUrl: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  const taken = new Set<string>();
  for (const pagePath of publicPaths) {
    await page.goto(siteUrl + pagePath, { waitUntil: "networkidle" });
    const image = page.locator('meta[property="og:image"]');
    const { pathname } = new URL(String(await image.getAttribute("content")));
    // Pages without a picture of theirs have that of the home page, which is the first.
    if (taken.has(pathname)) continue;
    taken.add(pathname);
    const drawing = pathname.replace("/share/", "").replace(".png", ".svg");
    const file = path.join(ROOT, "app", "marketing", "drawings", drawing);
    await page.evaluate(
      ([drawing, name, layout]) => {
        const { body } = document;
        const logo = body.querySelector("header svg")?.outerHTML;
        const title = body.querySelector("h1")?.innerText;
        body.className = layout;
        body.innerHTML = `<a>${logo}${name}</a><h1>${title}</h1><div class="drawing">${drawing}</div>`;
      },
      [readFileSync(file, "utf8"), brand.name, pagePath === "/" ? "wide" : "tall"] as const,
    );
    await page.addStyleTag({ content: SHARE_STYLE });
    await page.screenshot({ path: path.join(ROOT, "public", pathname) });
    console.log(`public${pathname}`);
  }
}

mkdirSync(FOLDER, { recursive: true });
const site = await startProduct();
try {
  const { executablePath, args, env } = await prepareChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  if (process.argv.includes("--share")) {
    await takeShareImages(browser, site.siteUrl);
  } else {
    for (const width of WIDTHS) {
      await takeScreenshots(browser, site.siteUrl, width, "light");
      await takeScreenshots(browser, site.siteUrl, width, "dark");
    }
    await takeStrip(browser, site);
    console.log(`Screenshots in ${path.relative(process.cwd(), FOLDER)}`);
  }
  await browser.close();
} finally {
  await site.close();
}
