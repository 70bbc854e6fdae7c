/** What visitors get, compared with wrangler.toml. Only a deploy changes it. */
import * as v from "valibot";
import { WEBHOOK_EVENTS } from "../../app/billing/stripe/stripe-objects.ts";
import type { Resource } from "../lib/checks.ts";
import { callAccount, callWorker } from "../lib/cloudflare-api.ts";
import { describeError } from "../lib/http.ts";
import { openStripe } from "../lib/stripe.ts";
import type { Target } from "../lib/target.ts";
import { listDeployments, MAINTENANCE_SECRET, readVersion, type Version } from "../lib/versions.ts";

const TIMEOUT_MS = 15_000;
const DAY_S = 86_400;
const schedulesSchema = v.object({ schedules: v.array(v.object({ cron: v.string() })) });
const domainsSchema = v.array(v.object({ hostname: v.string() }));
const readySchema = v.object({ overLimit: v.optional(v.array(v.string()), []) });

export const liveSite: Resource = {
  name: "live site",
  read: async (target) => {
    const [deployment] = await listDeployments(target);
    const version = deployment && (await readVersion(target, deployment.live));
    if (!deployment || !version || version.isEmpty) {
      return { problems: ["nothing is deployed yet"] };
    }
    const changed = findChangedSettings(target, version);
    const isClosed = version.bindings.some(({ name }) => name === MAINTENANCE_SECRET);
    const closed = isClosed ? "; closed: `npm run maintenance -- off` opens it" : "";
    return {
      problems: [
        changed.length > 0 && `${changed.join(", ")} differ from wrangler.toml: deploy`,
        ...(await findTriggerProblems(target)),
        ...(await findSiteProblems(target)),
        await findUndelivered(target),
      ],
      detail: `commit ${version.commit ?? "unknown"}, by ${deployment.author}, ${deployment.time}${closed}`,
    };
  },
};

/** Names of variables and bindings that are not those of wrangler.toml. */
function findChangedSettings({ config }: Target, { bindings }: Version): string[] {
  const wanted = new Map(Object.entries(config.vars).map(([name, text]) => [name, String(text)]));
  for (const { binding, id } of config.hyperdrive) wanted.set(binding, id ?? "");
  const live = new Map(
    bindings
      .filter(({ type }) => type === "plain_text" || type === "hyperdrive")
      .map(({ name, text, id }) => [name, text ?? id]),
  );
  const names = new Set([...wanted.keys(), ...live.keys()]);
  return [...names].filter((name) => wanted.get(name) !== live.get(name));
}

/** Crons and domains are not part of a version. */
async function findTriggerProblems(target: Target): Promise<string[]> {
  const { config, worker } = target;
  const crons = await callWorker(target, "schedules", schedulesSchema);
  const path = `/workers/domains?service=${worker}`;
  const domains = await callAccount(target, "Workers Scripts: Edit", path, domainsSchema);
  const routes = config.routes?.map((route) => (typeof route === "string" ? route : route.pattern));
  const live = {
    crons: crons?.schedules.map(({ cron }) => cron) ?? [],
    domains: domains.map(({ hostname }) => hostname),
  };
  const wanted = { crons: config.triggers?.crons ?? [], domains: routes ?? [] };
  return (["crons", "domains"] as const)
    .filter((name) => live[name].toSorted().join() !== wanted[name].toSorted().join())
    .map((name) => `${name} are ${live[name].join(", ") || "not set"}: deploy`);
}

/** Asks the site itself, with OPERATOR_TOKEN for the figures of /readyz. */
async function findSiteProblems({ siteUrl, env }: Target): Promise<string[]> {
  const headers = new Headers(
    env.OPERATOR_TOKEN ? { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } : {},
  );
  const problems = ["/healthz", "/readyz"].map(async (path) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(siteUrl + path, { headers, signal });
    if (response.ok) return [];
    const body: unknown = await response.json().catch(() => ({}));
    const parsed = v.safeParse(readySchema, body);
    const figures = parsed.success ? parsed.output.overLimit : [];
    return [`${path} responds ${response.status}`, ...figures];
  });
  const settled = await Promise.all(problems).catch((error: unknown) => [
    [`the site does not respond: ${describeError(error)}`],
  ]);
  return settled.flat();
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
  return `${count} Stripe events of the last day are undelivered: \`npm run logs -- --env ${target.environment} --errors\` and webhook.rejected say why`;
}
