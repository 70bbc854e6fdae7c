/**
 * npm run vitals -- --env staging|production [--days N] [--by country|page|page,country]
 *
 * Web vitals of real visitors: 75th percentiles per day (UTC, by default today and yesterday) and country. Exits with 1
 * when a row with enough page loads has a slow LCP.
 */
import { parseArgs } from "node:util";
import { formatTable, runCommand } from "../tools/cli.ts";
import { withLogin } from "./cloud/cloudflare.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { readVitals, VITALS_GROUPS, type VitalsGroup, type VitalsRow } from "./logs/read-vitals.ts";

const DAY_MS = 86_400_000;
/** Days that Cloudflare keeps logs. Source: https://developers.cloudflare.com/workers/observability/logs/workers-logs/ */
const MAX_DAYS = 7;
/** Upper limit of a good LCP. Source: https://web.dev/articles/lcp */
const MAX_LCP_MS = 2_500;
/** Fewer say little about a 75th percentile. The alert in ops/alerts.toml has the same limits. */
const MIN_LOADS = 100;

/**
 * Prints a table per day, the current one (UTC) first. Throws one line that names the groups whose p75 LCP is over
 * 2.5 s, among those with 100 page loads in a day.
 */
export async function reportVitals(
  target: Pick<Target, "env" | "worker">,
  options: { readonly days: string; readonly by: string; readonly now?: Date },
): Promise<void> {
  const { now = new Date() } = options;
  const days = parseDays(options.days);
  const by = parseGroups(options.by);
  const midnight = now.getTime() - (now.getTime() % DAY_MS);
  const slow: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const from = new Date(midnight - day * DAY_MS);
    const to = new Date(Math.min(from.getTime() + DAY_MS, now.getTime()));
    const date = from.toISOString().slice(0, 10);
    const rows = await readVitals(target, { from, to, by });
    console.log(rows.length === 0 ? `${date}: no measured page loads` : date);
    if (rows.length > 0) console.log(formatTable(rows.map(formatRow)).join("\n"));
    slow.push(
      ...rows.filter(isSlow).map(({ group, lcp }) => `${group.join(" ")} ${date}: ${lcp} ms`),
    );
  }
  if (slow.length > 0) throw new Error(`p75 LCP over ${MAX_LCP_MS} ms: ${slow.join(", ")}`);
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new Error(`--days must be a whole number from 1 to ${MAX_DAYS}`);
}

function parseGroups(text: string): VitalsGroup[] {
  return text.split(",").map((name) => {
    const group = VITALS_GROUPS.find((candidate) => candidate === name);
    if (group) return group;
    throw new Error(`--by must be ${VITALS_GROUPS.join(", ")} or both, separated by a comma`);
  });
}

function isSlow({ lcp = 0, loads }: VitalsRow): boolean {
  return lcp > MAX_LCP_MS && (loads.lcp ?? 0) >= MIN_LOADS;
}

function formatRow({ group, loads, ttfb, lcp, inp, cls }: VitalsRow) {
  return { group: group.join(" "), loads: loads.ttfb, ttfb, lcp, inp, cls };
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        days: { type: "string", default: "2" },
        by: { type: "string", default: "country" },
      },
    });
    await reportVitals(await withLogin(readTarget(values.env)), values);
  });
}
