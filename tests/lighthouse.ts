/**
 * `npm run lighthouse [-- runs]`: every public page of the built product as a phone sees it, responses
 * compressed; the median of a few runs each, printed and written into docs/performance.md.
 * Exits with status 1 when a category is below 100.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { startBuiltSite } from "./support/built-site.ts";
import { prepareChromium } from "./support/chromium.ts";
import { startCompressingProxy } from "./support/compressing-proxy.ts";
import { PUBLIC_PATHS } from "./support/public-pages.ts";

const DOCUMENT = path.join(import.meta.dirname, "..", "docs", "performance.md");
const HEADING = "## Lighthouse";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const AUDITS = [
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
] as const;

interface Visit {
  /** Out of 100, in the order of CATEGORIES. */
  readonly scores: readonly number[];
  /** As Lighthouse words them, in the order of AUDITS. */
  readonly figures: readonly string[];
  readonly kilobytes: number;
}

async function visit(url: string, port: number): Promise<Visit> {
  const result = await lighthouse(url, { port, output: "json", logLevel: "error" });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  for (const audit of Object.values(audits)) {
    const counts = audit.scoreDisplayMode === "binary" && audit.score === 0;
    if (counts) console.log(`  ${url}: ${audit.id}: ${audit.title}`);
  }
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    figures: AUDITS.map((name) => audits[name]?.displayValue ?? "?"),
    kilobytes: Math.round((audits["total-byte-weight"]?.numericValue ?? 0) / 1000),
  };
}

/** The run whose performance is in the middle. */
function median(visits: readonly Visit[]): Visit {
  const sorted = visits.toSorted((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("There were no runs");
  return middle;
}

function toTable(rows: ReadonlyMap<string, Visit>): string {
  const head = [
    "page",
    "performance",
    "accessibility",
    "best practices",
    "SEO",
    "LCP",
    "TBT",
    "CLS",
    "kB",
  ];
  const lines = [...rows].map(([pagePath, { scores, figures, kilobytes }]) =>
    [pagePath, ...scores, ...figures, kilobytes].join(" | "),
  );
  return [head.join(" | "), head.map(() => "---").join(" | "), ...lines]
    .map((line) => `| ${line} |`)
    .join("\n");
}

/** Puts `body` under HEADING and leaves the rest of the document alone. */
function writeSection(body: string): void {
  const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "# Performance\n";
  const section = `${HEADING}\n\n${body}\n`;
  const found = before.indexOf(`${HEADING}\n`);
  const start = found < 0 ? before.length : found;
  const next = before.indexOf("\n## ", start + HEADING.length);
  const rest = next < 0 ? "" : before.slice(next);
  writeFileSync(DOCUMENT, `${before.slice(0, start).trimEnd()}\n\n${section}${rest}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address
          ? resolve(address.port)
          : reject(new Error("No port")),
      );
    });
  });
}

const runs = Number(process.argv[2] ?? 3);
const { executablePath, args, env } = await prepareChromium();
const port = await freePort();
const site = await startBuiltSite("lighthouse");
const proxy = await startCompressingProxy(site.url);
const rows = new Map<string, Visit>();
try {
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env,
  });
  for (const pagePath of PUBLIC_PATHS) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visit(proxy.url + pagePath, port));
    const row = median(visits);
    rows.set(pagePath, row);
    console.log(pagePath.padEnd(26), row.scores.join(" "), "·", row.figures.join(", "));
  }
  await browser.close();
} finally {
  await proxy.close();
  await site.stop();
}

writeSection(
  `Mobile, simulated slow 4G and a four times slower processor, Brotli responses, median of ${runs}. Written by \`npm run lighthouse\`.\n\n${toTable(rows)}`,
);
const isPerfect = [...rows.values()].every(({ scores }) => scores.every((score) => score === 100));
process.exit(isPerfect ? 0 : 1);
