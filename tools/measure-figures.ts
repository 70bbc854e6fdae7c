/**
 * `node tools/measure-figures.ts`: measures the home page of the built site and writes what the home page says of itself
 * into `app/content/figures.ts`. Responses are compressed as at the edge. KB are 1,000 bytes.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { startBuiltSite } from "../tests/support/built-site.ts";
import { prepareChromium } from "../tests/support/chromium.ts";
import { startCompressingProxy } from "../tests/support/compressing-proxy.ts";
import { freePort } from "../tests/support/free-port.ts";
import { median } from "../tests/support/median.ts";
import { auditPage, installLighthouse } from "./lighthouse/audit-page.ts";

const FILE = path.join(import.meta.dirname, "..", "app", "content", "figures.ts");
const FIRST_BYTES = 50;
const LIGHTHOUSE_RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Bytes that a first visit fetches, and how many requests went to another origin. */
async function weigh(url: string, debuggingPort: number) {
  const { executablePath, args, env } = await prepareChromium();
  const port = `--remote-debugging-port=${debuggingPort}`;
  const browser = await chromium.launch({ executablePath, args: [...args, port], env });
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  let foreignRequests = 0;
  page.on("requestfinished", (request) => {
    if (!request.url().startsWith(`${url}/`)) foreignRequests += 1;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const inline = await page
    .locator('script:not([src]):not([type="application/ld+json"])')
    .allTextContents();
  const files = await page.locator("script[src]").count();
  if (files > 0) throw new Error("The home page loads script files: measure them too");
  const bytes = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  const scripts = brotliCompressSync(inline.join("\n")).length;
  return { browser, bytes, scripts, foreignRequests };
}

/** Milliseconds from a request to the first byte of its answer, without a network in between. */
async function firstByte(url: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < FIRST_BYTES; run += 1) {
    const start = performance.now();
    const response = await fetch(url);
    times.push(performance.now() - start);
    await response.body?.cancel();
  }
  return median(times);
}

/** The lowest of the four categories, out of 100; the middle of a few runs. */
async function lighthouseScore(url: string, port: number): Promise<number> {
  const scores: number[] = [];
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
    const { categories } = await auditPage(url, port);
    scores.push(
      Math.min(...CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))),
    );
  }
  return median(scores);
}

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

installLighthouse();
const site = await startBuiltSite("figures");
const proxy = await startCompressingProxy(site.url);
try {
  const port = await freePort();
  const { browser, bytes, scripts, foreignRequests } = await weigh(proxy.url, port);
  const figures = {
    measuredOn: new Date().toISOString().slice(0, 10),
    weightKb: Math.round(bytes / 1000),
    scriptKb: kilobytes(scripts),
    foreignRequests,
    lighthouse: await lighthouseScore(proxy.url, port),
    firstByteMs: Math.max(1, Math.round(await firstByte(site.url))),
  };
  await browser.close();
  const lines = Object.entries(figures).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)},`,
  );
  writeFileSync(
    FILE,
    `/** Written by \`node tools/measure-figures.ts\`, which measures the built site. */\nexport const figures = {\n${lines.join("\n")}\n} as const;\n`,
  );
  console.log(lines.join("\n"));
} finally {
  await proxy.close();
  await site.stop();
}
