/**
 * ops/alerts.toml, and Cloudflare's notification policies. Source: Cloudflare's API,
 * /accounts/ID/alerting/v3/policies, as typed by its client (cloudflare 7.3.0).
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import * as v from "valibot";
import { assertNoProblems, Finding, type Resource } from "../lib/checks.ts";
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

/** A policy's fields that the file decides; empty filters are null or missing at Cloudflare. */
function hasSettings(policy: Policy, wanted: Alerts["cloudflare"][number], email: string): boolean {
  const filters = Object.entries(policy.filters ?? {}).filter(([, values]) => values?.length);
  return (
    policy.enabled &&
    policy.alert_type === wanted.alert_type &&
    isDeepStrictEqual(sortValues(Object.fromEntries(filters)), sortValues(wanted.filters)) &&
    (policy.mechanisms.email ?? []).some(({ id }) => id === email)
  );
}

function sortValues(filters: Readonly<Record<string, readonly string[] | null | undefined>>) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, values?.toSorted()]),
  );
}

/** The alerts of the file that have no policy, or a different one. */
async function findDifferent(target: Target, { cloudflare, email }: Alerts) {
  const policies = await listPolicies(target);
  return cloudflare.flatMap((alert) => {
    // With the project's name, because an account may have several projects.
    const name = `${getProjectName(target)}: ${alert.name}`;
    const found = policies.find((policy) => policy.name === name);
    return found && hasSettings(found, alert, email) ? [] : [{ alert, name, found }];
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
    const alerts = readAlertsOf(target);
    const different = await findDifferent(target, alerts);
    assertNoProblems(
      different.map(({ name, found }) => `"${name}" ${found ? "is different" : "is missing"}`),
    );
    return `${alerts.cloudflare.length} match ${FILE}`;
  },
  write: async (target) => {
    const alerts = readAlertsOf(target);
    for (const { alert, name, found } of await findDifferent(target, alerts)) {
      const { reason: description, alert_type, filters } = alert;
      const mechanisms = { email: [{ id: alerts.email }] };
      const body = { name, description, alert_type, filters, mechanisms, enabled: true };
      const method = found ? "PUT" : "POST";
      const path = found ? `${POLICIES}/${found.id}` : POLICIES;
      await callAccount(target, PERMISSION, path, v.unknown(), { method, body });
    }
  },
};
