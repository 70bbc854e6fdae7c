/**
 * ops/alerts.toml, and Cloudflare's notification policies compared with it.
 * Source: Cloudflare's API, /accounts/ID/alerting/v3/policies, as its own client (cloudflare 7.3.0) describes it.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import * as v from "valibot";
import type { EnvironmentVariables } from "../../tools/settings.ts";
import { callCloudflare } from "./http.ts";

const FILE = "ops/alerts.toml";

const text = v.pipe(v.string(), v.nonEmpty());
const alertsSchema = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  cloudflare: v.array(
    v.strictObject({
      name: text,
      because: text,
      alert_type: text,
      filters: v.optional(v.record(v.string(), v.array(v.string())), {}),
    }),
  ),
  by_hand: v.array(v.strictObject({ where: text, on: text, when: text, because: text })),
});
const policySchema = v.object({
  id: v.string(),
  name: v.optional(v.string(), ""),
  alert_type: v.optional(v.string(), ""),
  enabled: v.optional(v.boolean(), false),
  // null where there is none.
  filters: v.nullish(v.record(v.string(), v.nullish(v.array(v.string()), [])), {}),
  mechanisms: v.optional(
    v.object({ email: v.nullish(v.array(v.object({ id: v.optional(v.string(), "") })), []) }),
    { email: [] },
  ),
});
const listSchema = v.object({ result: v.nullish(v.array(policySchema), []) });

export type Alerts = v.InferOutput<typeof alertsSchema>;
type Policy = v.InferOutput<typeof policySchema>;

/** The alerts of the project at `folder`. Throws one line when the file is not valid. */
export function readAlerts(folder: string): Alerts {
  const read = v.safeParse(alertsSchema, parse(readFileSync(path.join(folder, FILE), "utf8")));
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(`${FILE}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}

/** What an operator sets by hand, one line each. */
export function formatManualAlerts({ by_hand: alerts }: Alerts): string[] {
  return alerts.map(({ where, on, when, because }) => `${where}: ${on}: ${when} (${because})`);
}

/** What keeps the policies from being read and written, as one line: `wrangler login` gives no token for them. */
export function findAlertingProblem(
  { email }: Alerts,
  { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account }: EnvironmentVariables,
): string | undefined {
  if (!token || !account) {
    return "set CLOUDFLARE_API_TOKEN (Notifications: Edit) and CLOUDFLARE_ACCOUNT_ID";
  }
  return email.includes("replace-me") ? `${FILE}: put in who gets the mails (email)` : undefined;
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

/** What keeps a policy from being what the file says; empty when it is. */
function findDifferences(wanted: Alerts["cloudflare"][number], email: string, policy: Policy) {
  const filters = Object.entries(policy.filters ?? {}).filter(([, values]) => values?.length);
  const mails = policy.mechanisms.email ?? [];
  const hasFilters = isDeepStrictEqual(
    sortValues(Object.fromEntries(filters)),
    sortValues(wanted.filters),
  );
  return [
    policy.enabled ? "" : "it is switched off",
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

/** One line for each policy that is missing or differs. */
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

/** Creates the policies that are missing, and updates those that differ. Policies of other names are left alone. */
export async function ensurePolicies(env: EnvironmentVariables, alerts: Alerts): Promise<void> {
  const policies = await listPolicies(env);
  for (const wanted of alerts.cloudflare) {
    const found = policies.find(({ name }) => name === wanted.name);
    const what = `notification "${wanted.name}"`;
    if (found && findDifferences(wanted, alerts.email, found).length === 0) {
      console.log(`✓ found ${what}`);
      continue;
    }
    const { because: description, ...rest } = wanted;
    const mechanisms = { email: [{ id: alerts.email }] };
    const body = { ...rest, description, enabled: true, mechanisms };
    await callAlerting(env, found ? "PUT" : "POST", found?.id, body);
    console.log(`✓ ${found ? "updated" : "created"} ${what}`);
  }
}
