/**
 * `node tools/screenshots.ts`: every public page of the built product, light and dark, at five widths, into
 * `test-results/screenshots/`, and the README's pictures; reports pages that scroll sideways or log to the console.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { PUBLIC_PATHS } from "../app/content/marketing/public-paths.ts";
import { getHorizontalOverflow } from "../tests/support/browser/accessibility.ts";
import { prepareChromium } from "../tests/support/chromium.ts";
import { type Product, startProduct } from "../tests/support/product.ts";
import { LOCAL_PASSWORD } from "./settings.ts";

const FOLDER = path.join(import.meta.dirname, "..", "test-results", "screenshots");
const WIDTHS = [1440, 1024, 768, 375, 320] as const;
const HEIGHT = 800;
const README_IMAGES = path.join(import.meta.dirname, "..", "docs", "images");

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
  await page.getByRole("link", { name: "Your Pro trial" }).click();
  await take(page);

  const strip = await browser.newPage({ viewport: { width: 1440, height: 344 } });
  await strip.setContent(`<body style="margin:0;display:flex;gap:12px;background:#d9d6cc">
    ${pictures.map((png) => `<img width="472" src="data:image/png;base64,${png}">`).join("")}`);
  await strip.screenshot({ path: path.join(README_IMAGES, "account.png") });
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
  await takeStrip(browser, site);
  await browser.close();
  console.log(`Screenshots in ${path.relative(process.cwd(), FOLDER)}`);
} finally {
  await site.close();
}
