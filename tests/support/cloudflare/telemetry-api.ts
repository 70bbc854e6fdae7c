/**
 * The query endpoint of Workers Observability, for calculations only. Accepts what Cloudflare's client (cloudflare 7.3.0,
 * generated from the API description) types; rejects anything else.
 */
import * as v from "valibot";
import { type Account, type Api, ApiError, ROOT, resultResponse } from "./account.ts";

const keyType = v.picklist(["string", "number", "boolean"]);
const alias = v.optional(v.string());

const querySchema = v.strictObject({
  queryId: v.string(),
  view: v.literal("calculations"),
  ignoreSeries: v.literal(true),
  limit: v.number(),
  timeframe: v.strictObject({ from: v.number(), to: v.number() }),
  parameters: v.strictObject({
    filters: v.array(
      v.variant("operation", [
        v.strictObject({
          key: v.string(),
          operation: v.literal("eq"),
          type: keyType,
          value: v.union([v.string(), v.number(), v.boolean()]),
        }),
        v.strictObject({ key: v.string(), operation: v.literal("exists"), type: keyType }),
      ]),
    ),
    calculations: v.array(
      v.variant("operator", [
        v.strictObject({ operator: v.literal("count"), alias }),
        v.strictObject({ operator: v.literal("p75"), key: v.string(), keyType, alias }),
      ]),
    ),
    groupBys: v.array(v.strictObject({ type: keyType, value: v.string() })),
    orderBy: v.strictObject({ value: v.string(), order: v.picklist(["asc", "desc"]) }),
    limit: v.number(),
  }),
});

type Query = v.InferOutput<typeof querySchema>;
type Line = Account["logLines"][number];

export function addTelemetryRoutes(app: Api, account: Account): void {
  app.post(`${ROOT}/workers/observability/telemetry/query`, async (context) => {
    const parsed = v.safeParse(querySchema, await context.req.json());
    if (!parsed.success) throw new ApiError(400, 1000, parsed.issues[0].message);
    const { timeframe, parameters } = parsed.output;
    if (timeframe.from >= timeframe.to) throw new ApiError(400, 1000, "Invalid timeframe");
    const lines = account.logLines.filter(
      (line) => line.at >= timeframe.from && line.at < timeframe.to && matches(line, parameters),
    );
    const groups = new Map<string, Line[]>();
    for (const line of lines) {
      const values = parameters.groupBys.map(({ value: key }) => ({
        key,
        value: line.fields[key],
      }));
      const group = JSON.stringify(values);
      groups.set(group, [...(groups.get(group) ?? []), line]);
    }
    const sorted = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
    const calculations = parameters.calculations.map((calculation) => ({
      calculation: calculation.operator,
      alias: calculation.alias,
      series: [],
      aggregates: sorted.slice(0, parameters.limit).map(([group, members]) => ({
        count: members.length,
        interval: 1,
        sampleInterval: 1,
        value: calculation.operator === "count" ? members.length : p75(members, calculation.key),
        groups: JSON.parse(group),
      })),
    }));
    return resultResponse(context, { calculations });
  });
}

function matches({ fields }: Line, { filters }: Query["parameters"]): boolean {
  return filters.every((filter) =>
    filter.operation === "eq"
      ? fields[filter.key] === filter.value
      : typeof fields[filter.key] === filter.type,
  );
}

/** Nearest rank. */
function p75(lines: readonly Line[], key: string): number {
  const values = lines.map(({ fields }) => Number(fields[key])).toSorted((a, b) => a - b);
  return values[Math.ceil(values.length * 0.75) - 1] ?? 0;
}
