/** A signed-in browser page for measurements. */
import { type Browser, chromium, type Page } from "@playwright/test";
import { prepareChromium } from "../support/chromium.ts";
import type { Product } from "../support/product.ts";
import { createOwner } from "./accounts.ts";

interface SignedInPage {
  readonly page: Page;
  readonly browser: Browser;
  /** The account's id. */
  readonly owner: string;
}

/** Opens a blank page signed in to a new account. */
export async function openSignedInPage(product: Product): Promise<SignedInPage> {
  const { executablePath, args, env } = await prepareChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const { id, cookie } = await createOwner(product);
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: product.siteUrl }]);
  return { page: await context.newPage(), browser, owner: id };
}

/** Opens `url` and waits for hydration. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("html[data-hydrated]").waitFor();
}
