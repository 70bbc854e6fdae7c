/**
 * 75th percentiles of web vitals in the stored log. Source: Cloudflare's API,
 * /accounts/ID/workers/observability/telemetry/query, as typed by its client (cloudflare 7.3.0).
 */
import * as v from "valibot";
import { callAccount } from "../cloud/cloudflare.ts";
import type { Target } from "../lib/target.ts";

/** Fields of `browser.vitals` (docs/events.md). */
const VITALS = ["ttfb", "lcp", "inp", "cls"] as const;
type Vital = (typeof VITALS)[number];

export const VITALS_GROUPS = ["country", "page"] as const;
export type VitalsGroup = (typeof VITALS_GROUPS)[number];

/** p75 of one group: times in ms, `cls` as a score. */
export interface VitalsRow extends Partial<Record<Vital, number>> {
  /** E.g. `["NL"]`, in the order of the query's groups. */
  readonly group: readonly string[];
  /** Measured page loads, by vital: browsers differ in what they measure. */
  readonly loads: Readonly<Partial<Record<Vital, number>>>;
}

/** Groups with the most page loads per answer. */
const MAX_GROUPS = 100;

const resultSchema = v.object({
  calculations: v.array(
    v.object({
      alias: v.optional(v.string()),
      aggregates: v.array(
        v.object({
          value: v.number(),
          count: v.number(),
          groups: v.optional(v.array(v.object({ key: v.string(), value: v.unknown() })), []),
        }),
      ),
    }),
  ),
});

/** Returns one row per group with page loads between `from` and `to`, the most first. Throws one line when the API fails. */
export async function readVitals(
  target: Pick<Target, "env" | "worker">,
  query: { readonly from: Date; readonly to: Date; readonly by: readonly VitalsGroup[] },
): Promise<VitalsRow[]> {
  const answers = await Promise.all(
    VITALS.map(async (vital) => ({ vital, aggregates: await queryVital(target, vital, query) })),
  );
  const rows = new Map<string, VitalsRow>();
  for (const { vital, aggregates } of answers) {
    for (const { value, count, groups } of aggregates) {
      const group = query.by.map((name) => String(groups.find(({ key }) => key === name)?.value));
      const row = rows.get(group.join()) ?? { group, loads: {} };
      const loads = { ...row.loads, [vital]: count };
      rows.set(group.join(), { ...row, loads, [vital]: value });
    }
  }
  return [...rows.values()];
}

/** One query per vital, limited to lines that have it, so that a missing value counts as none and not as 0. */
async function queryVital(
  target: Pick<Target, "env" | "worker">,
  vital: Vital,
  { from, to, by }: Parameters<typeof readVitals>[1],
) {
  const { calculations } = await callAccount(
    target,
    "Workers Observability: Read",
    "/workers/observability/telemetry/query",
    resultSchema,
    {
      method: "POST",
      body: {
        queryId: "vitals",
        view: "calculations",
        ignoreSeries: true,
        limit: MAX_GROUPS,
        timeframe: { from: from.getTime(), to: to.getTime() },
        parameters: {
          filters: [
            { key: "$metadata.service", operation: "eq", type: "string", value: target.worker },
            { key: "event", operation: "eq", type: "string", value: "browser.vitals" },
            { key: vital, operation: "exists", type: "number" },
          ],
          calculations: [
            { operator: "p75", key: vital, keyType: "number", alias: "p75" },
            { operator: "count", alias: "loads" },
          ],
          groupBys: by.map((value) => ({ type: "string", value })),
          orderBy: { value: "loads", order: "desc" },
          limit: MAX_GROUPS,
        },
      },
    },
  );
  return calculations.find(({ alias }) => alias === "p75")?.aggregates ?? [];
}
