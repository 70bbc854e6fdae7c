/** What a page load downloads: gzip level 9, in KB of 1,000 bytes. */
import { gzipSync } from "node:zlib";
import { expect, type Page, type Response, test } from "@playwright/test";
import { BUDGETS } from "../budgets.ts";

export interface Download {
  readonly url: string;
  /** Playwright's resource type: "document", "script", "font". */
  readonly type: string;
  readonly kb: number;
}

interface Opened {
  readonly status: number;
  readonly downloads: readonly Download[];
  readonly html: string;
}

export const gzippedKb = (content: string | Buffer) =>
  gzipSync(content, { level: 9 }).length / 1000;

/**
 * Opens `url`, and returns its HTML, without secrets, and everything downloaded until the network is idle.
 */
export async function download(page: Page, url: string): Promise<Opened> {
  const responses: Response[] = [];
  page.on("response", (response) => {
    // A redirect has no body.
    if (response.status() < 300) responses.push(response);
  });
  const response = await page.goto(url, { waitUntil: "networkidle" });
  const html = (await response?.text()) ?? "";
  expect(html, "a key of config, in a loader's data").not.toMatch(/sb_secret_|whsec_|sk_test_/);
  const downloads = responses.map(async (response) => ({
    url: response.url(),
    type: response.request().resourceType(),
    kb: gzippedKb(await response.body()),
  }));
  return {
    status: response?.status() ?? 0,
    downloads: await Promise.all(downloads),
    html,
  };
}

export const sumKb = (downloads: readonly Download[], ...types: string[]) =>
  downloads.filter(({ type }) => types.includes(type)).reduce((total, { kb }) => total + kb, 0);

export function inlineScriptKb(html: string): number {
  const scripts = html.matchAll(
    /<script(?![^>]*(src=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g,
  );
  return gzippedKb(Array.from(scripts, ([, , source]) => source).join("\n"));
}

/** Asserts the script budget of a page that runs React. */
export function expectHydratedWithinBudget({ downloads, html }: Opened): void {
  const framework = sumKb(downloads, "script");
  const kb = framework + inlineScriptKb(html);
  test.info().annotations.push({ type: "measured", description: `${kb.toFixed(1)} KB` });
  expect(framework, "scripts of a page that runs React").toBeGreaterThan(0);
  expect(kb, "KB of script; more: tests/support/budgets.ts").toBeLessThanOrEqual(
    BUDGETS.hydratedScriptKb,
  );
}
