/**
 * `node tests/bench/lighthouse.ts [runs]`: audits every public page of the production build as a phone, with
 * compression; prints the median and writes docs/performance.md. Exits with status 1 when a category is below
 * 100, or when performance in the account area (which is noindex) is below 95.
 */
import { chromium } from "@playwright/test";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { proxy } from "hono/proxy";
import { findFreePort, listen } from "local-kit";
import { auditPage, installLighthouse } from "../../tools/lighthouse/audit-page.ts";
import { prepareChromium } from "../support/chromium.ts";
import { medianBy } from "../support/numbers.ts";
import { startProduct } from "../support/product.ts";
import { publicPaths } from "../support/routes/route-table.ts";
import { createOwner } from "./accounts.ts";
import { addItems } from "./items.ts";
import { describeMachine, toTable, writeSection } from "./performance-document.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const AUDITS = [
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
] as const;

interface AuditResult {
  /** Out of 100, in the order of CATEGORIES. */
  readonly scores: readonly number[];
  /** Lighthouse's display values, in the order of AUDITS. */
  readonly figures: readonly string[];
  readonly kilobytes: number;
}

async function runAudit(url: string, port: number, cookie = ""): Promise<AuditResult> {
  const { categories, audits } = await auditPage(url, port, cookie);
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

const ACCOUNT_PATHS = ["/dashboard", "/settings/general"] as const;
const ACCOUNT_PERFORMANCE = 95;

const isAccountPage = (page: string) => ACCOUNT_PATHS.some((each) => each === page);

const HEAD = [
  "page",
  "performance",
  "accessibility",
  "best practices",
  "SEO",
  "LCP",
  "TBT",
  "CLS",
  "kB",
] as const;

const runs = Number(process.argv[2] ?? 3);
const { executablePath, args, env } = await prepareChromium();
const port = await findFreePort();
installLighthouse();
const site = await startProduct();
/** Cloudflare compresses responses, workerd does not. */
const compressing = new Hono().use(compress()).all("*", ({ req }) => {
  const { pathname, search } = new URL(req.url);
  return proxy(`${site.siteUrl}${pathname}${search}`, {
    headers: { cookie: req.header("cookie") },
  });
});
const server = await listen(compressing.fetch, 0);
const rows = new Map<string, AuditResult>();
try {
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env,
  });
  const owner = await createOwner(site);
  await addItems(site, owner.id, 3);
  for (const pagePath of [...publicPaths, ...ACCOUNT_PATHS]) {
    const cookie = isAccountPage(pagePath) ? owner.cookie : "";
    const visits: AuditResult[] = [];
    for (let run = 0; run < runs; run += 1) {
      visits.push(await runAudit(server.url + pagePath, port, cookie));
    }
    const row = medianBy(visits, ({ scores }) => scores[0] ?? 0);
    rows.set(pagePath, row);
    console.log(pagePath.padEnd(26), row.scores.join(" "), "·", row.figures.join(", "));
  }
  await browser.close();
} finally {
  await server.close();
  await site.close();
}

/** The heaviest public page, and the heaviest of the account area. */
const heaviest = [false, true].flatMap((isAccount) =>
  [...rows]
    .filter(([page]) => isAccountPage(page) === isAccount)
    .toSorted(([, a], [, b]) => b.kilobytes - a.kilobytes)
    .slice(0, 1),
);
const table = toTable(
  HEAD,
  heaviest.map(([page, { scores, figures, kilobytes }]) => [
    page,
    ...scores,
    ...figures,
    kilobytes,
  ]),
);
writeSection(
  "Lighthouse",
  `\`node tests/bench/lighthouse.ts\`: mobile, simulated slow 4G, 4x CPU throttling, median of ${runs}: the heaviest public page and the heaviest of the account area (noindex, hence its SEO). ${describeMachine()}.\n\n${table}`,
);
const hasPassed = [...rows].every(([page, { scores }]) =>
  isAccountPage(page)
    ? (scores[0] ?? 0) >= ACCOUNT_PERFORMANCE
    : scores.every((score) => score === 100),
);
process.exit(hasPassed ? 0 : 1);
