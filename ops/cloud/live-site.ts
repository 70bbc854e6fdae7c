/** What visitors get, compared with wrangler.toml. Only a deploy changes it. */
import * as v from "valibot";
import { WEBHOOK_EVENTS } from "../../app/billing/stripe/stripe-objects.ts";
import { findDifferences, type Resource } from "../lib/checks.ts";
import { callWorker, listDomains } from "../lib/cloudflare-api.ts";
import { describeError } from "../lib/http.ts";
import { findMainProblem } from "../lib/preflight.ts";
import { openStripe } from "../lib/stripe.ts";
import type { Target } from "../lib/target.ts";
import { listDeployments, readVersion, type Version } from "../lib/versions.ts";
import { isClosed } from "../maintenance.ts";

const TIMEOUT_MS = 15_000;
const DAY_S = 86_400;
const schedulesSchema = v.object({ schedules: v.array(v.object({ cron: v.string() })) });
const readySchema = v.object({
  overLimit: v.optional(v.array(v.string()), []),
  backlog: v.optional(v.unknown()),
});
const CLOSED = "it is closed: `npm run maintenance -- off` opens it";
/** Types of the bindings that are compared, besides secrets and static files. */
const COMPARED = ["plain_text", "hyperdrive", "ratelimit", "send_email"];

export const liveSite: Resource = {
  name: "live site",
  read: async (target) => {
    const [deployment] = await listDeployments(target);
    const version = deployment && (await readVersion(target, deployment.live));
    if (!deployment || !version || version.isEmpty) {
      return { problems: ["nothing is deployed yet"] };
    }
    const { commit } = version;
    const site = await findSiteProblems(target);
    const changed = findChangedSettings(target, version);
    const shares = Object.values(deployment.traffic).filter((share) => share > 0);
    return {
      problems: [
        commit
          ? await findMainProblem(target.folder, commit)
          : `${deployment.author} deployed a version without a commit: deploy`,
        shares.length > 1 && `the traffic is split, ${shares.join(" to ")} %: deploy`,
        changed.length > 0 && `${changed.join(", ")} differ from wrangler.toml: deploy`,
        ...(await findTriggerProblems(target, site.includes(CLOSED))),
        ...site,
        await findUndelivered(target),
      ],
      detail: `commit ${commit}, by ${deployment.author}, ${deployment.time}`,
    };
  },
};

/** Names of variables and bindings that are not those of wrangler.toml. */
function findChangedSettings({ config }: Target, version: Version): string[] {
  const wanted = new Map<string, unknown>([
    ["compatibility_date", config.compatibility_date],
    ...Object.entries(config.vars),
    ...config.hyperdrive.map(({ binding, id }) => [binding, id] as const),
    ...(config.ratelimits ?? []).map(({ name, namespace_id: id }) => [name, id] as const),
    ...(config.send_email ?? []).map(({ name }) => [name, "send_email"] as const),
  ]);
  const live = new Map([
    ["compatibility_date", version.compatibilityDate],
    ...version.bindings
      .filter(({ type }) => COMPARED.includes(type))
      .map(
        ({ name, text, id, namespace_id, type }) =>
          [name, text ?? id ?? namespace_id ?? type] as const,
      ),
  ]);
  const names = new Set([...wanted.keys(), ...live.keys()]);
  return [...names].filter((name) => wanted.get(name) !== live.get(name));
}

/** Crons and domains are not part of a version. Crons rest while the site is closed. */
async function findTriggerProblems(target: Target, isClosed: boolean): Promise<string[]> {
  const { routes, triggers } = target.config;
  const schedules = await callWorker(target, "schedules", schedulesSchema);
  const domains = await listDomains(target);
  const live = {
    crons: schedules?.schedules.map(({ cron }) => cron) ?? [],
    domains: domains.map(({ hostname }) => hostname),
  };
  const wanted = {
    crons: isClosed ? [] : (triggers?.crons ?? []),
    domains: routes?.map((route) => (typeof route === "string" ? route : route.pattern)) ?? [],
  };
  return findDifferences(wanted, live).map((line) => `${line}: deploy`);
}

/** Asks the site itself. */
async function findSiteProblems(target: Target): Promise<string[]> {
  try {
    const closed = (await isClosed(target)) ? [CLOSED] : [];
    return [...closed, ...(await findHealthProblems(target))];
  } catch (error) {
    return [`the site does not respond: ${describeError(error)}`];
  }
}

/** With OPERATOR_TOKEN /readyz has the figures, without it only the database's state. */
async function findHealthProblems({ siteUrl, env }: Target): Promise<string[]> {
  const { OPERATOR_TOKEN: token } = env;
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const ready = await fetch(`${siteUrl}/readyz`, { ...(headers && { headers }), signal });
  const body = v.safeParse(readySchema, await ready.json().catch(() => ({})));
  const { overLimit = [], backlog } = body.success ? body.output : {};
  return [
    ...(ready.ok ? [] : [`/readyz responds ${ready.status}`]),
    ...overLimit,
    ...(backlog ? [] : ["its figures are unknown: set OPERATOR_TOKEN to the Worker's secret"]),
  ];
}

/** Events of the last day that the site did not accept: it has another signing secret, or fails. */
async function findUndelivered(target: Target): Promise<string | undefined> {
  const { data } = await openStripe(target).events.list({
    delivery_success: false,
    created: { gte: Math.floor(Date.now() / 1000) - DAY_S },
    types: [...WEBHOOK_EVENTS],
    limit: 100,
  });
  if (data.length === 0) return undefined;
  const count = data.length === 100 ? "over 100" : String(data.length);
  return `${count} Stripe events of the last day are undelivered: \`npm run logs -- --env ${target.environment} --since 1d --search webhook.rejected\` shows those with a wrong secret`;
}
