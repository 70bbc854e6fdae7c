/** What a page load downloads: gzip level 9, in KB of 1,000 bytes. The local server itself does not compress. */
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

export interface Download {
  readonly url: string;
  /** Playwright's resource type: "document", "script", "font". */
  readonly type: string;
  readonly kb: number;
}

export const gzippedKb = (content: string | Buffer) =>
  gzipSync(content, { level: 9 }).length / 1000;

/** Opens `url`, and returns the page's HTML and everything downloaded until the network is idle. */
export async function download(
  page: Page,
  url: string,
): Promise<{ downloads: Download[]; html: string }> {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  const response = await page.goto(url, { waitUntil: "networkidle" });
  const downloads = responses.map(async (response) => ({
    url: response.url(),
    type: response.request().resourceType(),
    kb: gzippedKb(await response.body()),
  }));
  return { downloads: await Promise.all(downloads), html: (await response?.text()) ?? "" };
}

export const sumKb = (downloads: readonly Download[], ...types: string[]) =>
  downloads.filter(({ type }) => types.includes(type)).reduce((total, { kb }) => total + kb, 0);

export function inlineScriptKb(html: string): number {
  const scripts = html.matchAll(
    /<script(?![^>]*(src=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g,
  );
  return gzippedKb(Array.from(scripts, ([, , source]) => source).join("\n"));
}
