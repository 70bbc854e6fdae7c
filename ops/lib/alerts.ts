/**
 * ops/alerts.toml, and Cloudflare's notification policies. Source: Cloudflare's API,
 * /accounts/ID/alerting/v3/policies, as typed by its client (cloudflare 7.3.0).
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import * as v from "valibot";
import { brand } from "../../app/content/brand.ts";
import type { EnvironmentVariables } from "../../tools/settings.ts";
import { callCloudflare } from "./http.ts";

const FILE = "ops/alerts.toml";

const text = v.pipe(v.string(), v.nonEmpty());
const alertsSchema = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  cloudflare: v.array(
    v.strictObject({
      // Products of one Cloudflare account share its list of notifications.
      name: v.pipe(
        text,
        v.transform((name) => `${brand.name}: ${name}`),
      ),
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
const listSchema = v.object({ result: v.nullish(v.array(policySchema), []) });

export type Alerts = v.InferOutput<typeof alertsSchema>;
type Policy = v.InferOutput<typeof policySchema>;

/** Reads the alerts of the project at `folder`. Throws one line when the file is invalid. */
export function readAlerts(folder: string): Alerts {
  const parsed = v.safeParse(alertsSchema, parse(readFileSync(path.join(folder, FILE), "utf8")));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${FILE}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}

/** One line for each alert to set up by hand. */
export function formatManualAlerts({ manual }: Alerts): string[] {
  return manual.map(({ where, on, when, reason }) => `${where}: ${on}: ${when} (${reason})`);
}

/** Why the policies cannot be read or written, as one line, or undefined. `wrangler login` has no permission for them. */
export function findAlertingProblem(
  { email }: Alerts,
  { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account }: EnvironmentVariables,
): string | undefined {
  if (!token || !account) {
    return "set CLOUDFLARE_API_TOKEN (Notifications: Edit) and CLOUDFLARE_ACCOUNT_ID";
  }
  return email.includes("replace-me") ? `${FILE}: set the recipient (email)` : undefined;
}

function callAlerting(
  env: EnvironmentVariables,
  method: "GET" | "POST" | "PUT",
  id = "",
  body?: object,
): Promise<unknown> {
  const needed = "CLOUDFLARE_API_TOKEN needs Notifications: Edit";
  return callCloudflare(
    env,
    `/accounts/${env.CLOUDFLARE_ACCOUNT_ID}/alerting/v3/policies${id && `/${id}`}`,
    {
      service: "Cloudflare's notifications",
      method,
      ...(body && { body }),
      advice: { 401: needed, 403: needed },
    },
  );
}

async function listPolicies(env: EnvironmentVariables): Promise<Policy[]> {
  return v.parse(listSchema, await callAlerting(env, "GET")).result ?? [];
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

/** Returns one line for each policy that is missing or differs. */
export async function comparePolicies(
  env: EnvironmentVariables,
  alerts: Alerts,
): Promise<string[]> {
  const policies = await listPolicies(env);
  return alerts.cloudflare.flatMap((wanted) => {
    const found = policies.find(({ name }) => name === wanted.name);
    if (!found) return [`"${wanted.name}" is missing`];
    const differences = findDifferences(wanted, alerts.email, found);
    return differences.length === 0 ? [] : [`"${wanted.name}": ${differences.join(", ")}`];
  });
}

/** Creates missing policies and updates those that differ. Leaves policies with other names unchanged. */
export async function ensurePolicies(env: EnvironmentVariables, alerts: Alerts): Promise<void> {
  const policies = await listPolicies(env);
  for (const wanted of alerts.cloudflare) {
    const found = policies.find(({ name }) => name === wanted.name);
    const label = `notification "${wanted.name}"`;
    if (found && findDifferences(wanted, alerts.email, found).length === 0) {
      console.log(`✓ found ${label}`);
      continue;
    }
    const { reason: description, ...rest } = wanted;
    const mechanisms = { email: [{ id: alerts.email }] };
    const body = { ...rest, description, enabled: true, mechanisms };
    await callAlerting(env, found ? "PUT" : "POST", found?.id, body);
    console.log(`✓ ${found ? "updated" : "created"} ${label}`);
  }
}
