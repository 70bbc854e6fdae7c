/**
 * `node tests/lighthouse.ts [runs]`: audits every public page of the production build as a phone, with compression; prints
 * the median and writes docs/performance.md. Exits with status 1 when a category is below 100, or when performance in the
 * account area (which is noindex) is below 95.
 */
import { chromium } from "@playwright/test";
import { auditPage, installLighthouse } from "../tools/lighthouse/audit-page.ts";
import { LOCAL_PASSWORD } from "../tools/settings.ts";
import { startBuiltSite } from "./support/built-site.ts";
import { prepareChromium } from "./support/chromium.ts";
import { startCompressingProxy } from "./support/compressing-proxy.ts";
import { findFreePort } from "./support/isolation.ts";
import { medianBy } from "./support/median.ts";
import { describeMachine, toTable, writeSection } from "./support/performance-document.ts";
import { PUBLIC_PATHS } from "./support/public-pages.ts";

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

/** Audited with the seeded account that has a plan. */
const ACCOUNT_PATHS = ["/dashboard", "/settings/general"] as const;
const ACCOUNT_PERFORMANCE = 95;

const isAccountPage = (page: string) => ACCOUNT_PATHS.some((each) => each === page);

/** The session cookies of the seeded account. */
async function signIn(siteUrl: string): Promise<string> {
  const response = await fetch(`${siteUrl}/auth/signin`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: siteUrl },
    body: new URLSearchParams({
      intent: "signin",
      email: "pro@example.com",
      password: LOCAL_PASSWORD,
    }),
  });
  if (response.status !== 302) throw new Error(`Signing in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

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
const site = await startBuiltSite("lighthouse");
const proxy = await startCompressingProxy(site.url);
const rows = new Map<string, AuditResult>();
try {
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env,
  });
  const session = await signIn(site.url);
  for (const pagePath of [...PUBLIC_PATHS, ...ACCOUNT_PATHS]) {
    const cookie = isAccountPage(pagePath) ? session : "";
    const visits: AuditResult[] = [];
    for (let run = 0; run < runs; run += 1) {
      visits.push(await runAudit(proxy.url + pagePath, port, cookie));
    }
    const row = medianBy(visits, ({ scores }) => scores[0] ?? 0);
    rows.set(pagePath, row);
    console.log(pagePath.padEnd(26), row.scores.join(" "), "·", row.figures.join(", "));
  }
  await browser.close();
} finally {
  await proxy.close();
  await site.stop();
}

const table = toTable(
  HEAD,
  [...rows].map(([page, { scores, figures, kilobytes }]) => [
    page,
    ...scores,
    ...figures,
    kilobytes,
  ]),
);
writeSection(
  "Lighthouse",
  `\`node tests/lighthouse.ts\`: mobile, simulated slow 4G, 4x CPU throttling, Brotli responses, median of ${runs}. Machine: ${describeMachine()}.\n\n${table}`,
);
const hasPassed = [...rows].every(([page, { scores }]) =>
  isAccountPage(page)
    ? (scores[0] ?? 0) >= ACCOUNT_PERFORMANCE
    : scores.every((score) => score === 100),
);
process.exit(hasPassed ? 0 : 1);
