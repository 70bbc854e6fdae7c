/**
 * Cloudflare's notification policies: what stands, compared with what has to stand.
 * Source: Cloudflare's API, /accounts/ID/alerting/v3/policies, as its own client (cloudflare 7.3.0) describes it.
 */
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { EnvironmentVariables } from "../../tools/settings.ts";
import type { Alerts, WantedPolicy } from "./alerts-file.ts";

const TIMEOUT_MS = 15_000;
const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

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

export type StandingPolicy = v.InferOutput<typeof policySchema>;

const envelopeSchema = v.object({
  success: v.boolean(),
  errors: v.optional(v.array(v.object({ message: v.string() })), []),
  result: v.unknown(),
});

/** Cloudflare's API does what it is asked, or throws one line. Nothing is sent twice: run the command again. */
export type CallCloudflare = (
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
) => Promise<unknown>;

/** Undefined without a token: `wrangler login` gives none that may touch notifications. */
export function createAlertingApi(variables: EnvironmentVariables): CallCloudflare | undefined {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = variables;
  if (!token || !account) return undefined;
  const root = `${variables.CLOUDFLARE_API_BASE_URL ?? CLOUDFLARE_API}/accounts/${account}/alerting/v3`;
  return async (method, path, body) => {
    const response = await fetch(root + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = v.safeParse(envelopeSchema, await response.json().catch(() => undefined));
    if (response.status === 401 || response.status === 403) {
      throw new Error(
        `Cloudflare's notifications answer ${response.status}: CLOUDFLARE_API_TOKEN needs Notifications: Edit`,
      );
    }
    if (answer.success && answer.output.success) return answer.output.result;
    const reason = answer.success ? answer.output.errors[0]?.message : undefined;
    throw new Error(
      `Cloudflare's notifications answer ${response.status}${reason ? `: ${reason}` : ""}`,
    );
  };
}

export async function listPolicies(call: CallCloudflare): Promise<StandingPolicy[]> {
  return v.parse(v.nullish(v.array(policySchema), []), await call("GET", "/policies"));
}

/** What keeps a policy from being what the file says; empty when it is. */
export function findDifferences(
  wanted: WantedPolicy,
  email: string,
  standing: StandingPolicy,
): string[] {
  const filters = Object.entries(standing.filters ?? {}).filter(([, values]) => values?.length);
  const mails = standing.mechanisms.email ?? [];
  return [
    standing.enabled ? "" : "it is switched off",
    standing.alert_type === wanted.alert_type ? "" : `it is for ${standing.alert_type}`,
    isDeepStrictEqual(sorted(Object.fromEntries(filters)), sorted(wanted.filters))
      ? ""
      : "its filters differ",
    mails.some(({ id }) => id === email) ? "" : `${email} gets no mail`,
  ].filter((difference) => difference !== "");
}

function sorted(filters: Readonly<Record<string, unknown>>): unknown {
  const entries = Object.entries(filters).map(
    ([name, values]) => [name, Array.isArray(values) ? values.toSorted() : values] as const,
  );
  return Object.fromEntries(entries);
}

/** One line for each policy that is missing or differs. */
export function comparePolicies(alerts: Alerts, standing: readonly StandingPolicy[]): string[] {
  return alerts.cloudflare.flatMap((wanted) => {
    const found = standing.find(({ name }) => name === wanted.name);
    if (!found) return [`"${wanted.name}" is missing`];
    const differences = findDifferences(wanted, alerts.email, found);
    return differences.length === 0 ? [] : [`"${wanted.name}": ${differences.join(", ")}`];
  });
}

/** Makes the policies that are missing, and mends those that differ. Policies of other names are left alone. */
export async function ensurePolicies(
  call: CallCloudflare,
  alerts: Alerts,
  report: (outcome: "found" | "created" | "changed", what: string) => void,
): Promise<void> {
  const standing = await listPolicies(call);
  for (const wanted of alerts.cloudflare) {
    const what = `notification "${wanted.name}"`;
    const found = standing.find(({ name }) => name === wanted.name);
    if (found && findDifferences(wanted, alerts.email, found).length === 0) {
      report("found", what);
      continue;
    }
    const { because: description, ...rest } = wanted;
    const body = {
      ...rest,
      description,
      enabled: true,
      mechanisms: { email: [{ id: alerts.email }] },
    };
    if (found) await call("PUT", `/policies/${found.id}`, body);
    else await call("POST", "/policies", body);
    report(found ? "changed" : "created", what);
  }
}
