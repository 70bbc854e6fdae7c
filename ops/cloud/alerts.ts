/**
 * ops/alerts.toml, and Cloudflare's notification policies. Source: Cloudflare's API,
 * /accounts/ID/alerting/v3/policies, as typed by its client (cloudflare 7.3.0).
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import * as v from "valibot";
import { assertNoProblems, Finding, type Resource } from "../doctor/checks.ts";
import type { Target } from "../lib/target.ts";
import { callAccount } from "./cloudflare.ts";
import { getProjectName } from "./wrangler-toml.ts";

const FILE = "ops/alerts.toml";

const text = v.pipe(v.string(), v.nonEmpty());
const alertsSchema = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  cloudflare: v.array(
    v.strictObject({
      name: text,
      reason: text,
      alert_type: text,
      filters: v.optional(v.record(v.string(), v.array(v.string())), {}),
    }),
  ),
  manual: v.array(v.strictObject({ where: text, on: text, when: text, reason: text })),
});
const policySchema = v.object({
  id: v.string(),
  name: v.optional(v.string(), ""),
  alert_type: v.optional(v.string(), ""),
  enabled: v.optional(v.boolean(), false),
  // null when empty.
  filters: v.nullish(v.record(v.string(), v.nullish(v.array(v.string()), [])), {}),
  mechanisms: v.optional(
    v.object({ email: v.nullish(v.array(v.object({ id: v.optional(v.string(), "") })), []) }),
    { email: [] },
  ),
});
export type Alerts = v.InferOutput<typeof alertsSchema>;
type Policy = v.InferOutput<typeof policySchema>;

/** Reads the alerts of the project at `folder`. Throws one line when the file is invalid. */
export function readAlerts(folder: string): Alerts {
  const parsed = v.safeParse(alertsSchema, parse(readFileSync(path.join(folder, FILE), "utf8")));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${FILE}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}

const POLICIES = "/alerting/v3/policies";
const PERMISSION = "Notifications: Edit";

async function listPolicies(target: Target): Promise<Policy[]> {
  return (await callAccount(target, PERMISSION, POLICIES, v.nullish(v.array(policySchema)))) ?? [];
}

/** Differences between a policy and the file. */
function findDifferences(wanted: Alerts["cloudflare"][number], email: string, policy: Policy) {
  const filters = Object.entries(policy.filters ?? {}).filter(([, values]) => values?.length);
  const mails = policy.mechanisms.email ?? [];
  const hasFilters = isDeepStrictEqual(
    sortValues(Object.fromEntries(filters)),
    sortValues(wanted.filters),
  );
  return [
    policy.enabled ? "" : "it is disabled",
    policy.alert_type === wanted.alert_type ? "" : `it is for ${policy.alert_type}`,
    hasFilters ? "" : "its filters differ",
    mails.some(({ id }) => id === email) ? "" : `${email} gets no mail`,
  ].filter(Boolean);
}

function sortValues(filters: Readonly<Record<string, readonly string[] | null | undefined>>) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, values?.toSorted()]),
  );
}

interface Wanted {
  readonly alert: Alerts["cloudflare"][number];
  /** With the project's name, because an account may have several projects. */
  readonly name: string;
  readonly found: Policy | undefined;
  readonly problem: string | undefined;
}

/** Compares the alerts of the file with the account's policies. */
async function compare(target: Target, { cloudflare, email }: Alerts): Promise<Wanted[]> {
  const policies = await listPolicies(target);
  return cloudflare.map((alert) => {
    const name = `${getProjectName(target)}: ${alert.name}`;
    const found = policies.find((policy) => policy.name === name);
    const differences = found ? findDifferences(alert, email, found) : ["it is missing"];
    const problem = differences.length > 0 ? `"${name}": ${differences.join(", ")}` : undefined;
    return { alert, name, found, problem };
  });
}

function readAlertsOf({ folder }: Target): Alerts {
  const alerts = readAlerts(folder);
  if (alerts.email.includes("replace-me")) {
    throw new Finding(`${FILE}: set the recipient (email)`);
  }
  return alerts;
}

/** Policies with other names stay unchanged. */
export const notifications: Resource = {
  name: "notifications",
  isOptional: true,
  read: async (target) => {
    const compared = await compare(target, readAlertsOf(target));
    assertNoProblems(compared.map(({ problem }) => problem));
    return `${compared.length} match ${FILE}`;
  },
  write: async (target) => {
    const alerts = readAlertsOf(target);
    for (const { alert, name, found, problem } of await compare(target, alerts)) {
      if (!problem) continue;
      const { reason: description, alert_type, filters } = alert;
      const mechanisms = { email: [{ id: alerts.email }] };
      const body = { name, description, alert_type, filters, mechanisms, enabled: true };
      const method = found ? "PUT" : "POST";
      const path = found ? `${POLICIES}/${found.id}` : POLICIES;
      await callAccount(target, PERMISSION, path, v.unknown(), { method, body });
    }
  },
};
