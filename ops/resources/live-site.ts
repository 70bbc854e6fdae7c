/** What visitors get, compared with wrangler.toml. Only a deploy changes it. */
import * as v from "valibot";
import { type CheckResult, checkResource, findDifferences, type Resource } from "../lib/checks.ts";
import { callWorker, listCrons, listDomains, readDomains } from "../lib/cloudflare-api.ts";
import { findMainProblem } from "../lib/preflight.ts";
import { ENDPOINT_EVENTS, openStripe } from "../lib/stripe.ts";
import type { Target } from "../lib/target.ts";
import { listDeployments, readVersion, type Version } from "../lib/versions.ts";
import { isClosed } from "../maintenance.ts";
import { BROWSER_HEADERS, checkSite } from "../smoke.ts";

const TIMEOUT_MS = 15_000;
const DAY_S = 86_400;
const settingsSchema = v.object({
  observability: v.nullish(
    v.object({
      logs: v.nullish(v.object({ invocation_logs: v.nullish(v.boolean()) })),
      traces: v.nullish(v.object({ enabled: v.nullish(v.boolean()) })),
    }),
  ),
});
const subdomainSchema = v.object({ enabled: v.boolean(), previews_enabled: v.boolean() });
const readySchema = v.object({
  overLimit: v.optional(v.array(v.string()), []),
  backlog: v.optional(v.unknown()),
});
const UNDEPLOYED = "nothing is deployed yet";
/** Types of the bindings that are compared, besides secrets and static files. */
const COMPARED = ["plain_text", "hyperdrive", "ratelimit", "send_email"];

/** Checks what is live, a result for each part, so that one that is silent hides no other. */
export async function checkLive(target: Target): Promise<readonly CheckResult[]> {
  const first = await checkResource(liveVersion, target);
  if (first.line.endsWith(UNDEPLOYED)) return [first];
  const others = [triggers, exposure, pages, figures, deliveries];
  return [first, ...(await Promise.all(others.map((part) => checkResource(part, target))))];
}

const liveVersion: Resource = {
  name: "live version",
  read: async (target) => {
    const [deployment] = await listDeployments(target);
    const version = deployment && (await readVersion(target, deployment.live));
    if (!deployment || !version || version.isEmpty) return { problems: [UNDEPLOYED] };
    const { commit } = version;
    const changed = findChangedSettings(target, version);
    const shares = Object.values(deployment.traffic).filter((share) => share > 0);
    return {
      problems: [
        commit
          ? await findMainProblem(target.folder, commit)
          : `${deployment.author} deployed a version without a commit: deploy`,
        shares.length > 1 && `the traffic is split, ${shares.join(" to ")} %: deploy`,
        changed.length > 0 && `${changed.join(", ")} differ from wrangler.toml: deploy`,
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

/** Crons and domains are not part of a version. Crons rest while the site is closed, until a deploy. */
const triggers: Resource = {
  name: "crons and domains",
  read: async (target) => {
    const { triggers } = target.config;
    const live = {
      crons: await listCrons(target),
      domains: (await listDomains(target)).map(({ hostname }) => hostname),
    };
    const isResting = live.crons.length === 0 && (await isClosed(target).catch(() => false));
    const wanted = {
      crons: isResting ? [] : (triggers?.crons ?? []),
      domains: readDomains(target),
    };
    return { problems: findDifferences(wanted, live).map((line) => `${line}: deploy`) };
  },
};

/**
 * What the dashboard can switch on: URLs contain the tokens of email links, and no route closes workers.dev.
 */
const exposure: Resource = {
  name: "logged URLs and second addresses",
  read: async (target) => {
    const settings = await callWorker(target, "script-settings", settingsSchema);
    const subdomain = await callWorker(target, "subdomain", subdomainSchema);
    const { logs, traces } = settings?.observability ?? {};
    const { workers_dev: isPublic, preview_urls: hasPreviews } = target.config;
    return {
      problems: [
        logs?.invocation_logs !== false && "invocation logs are on: deploy",
        traces?.enabled === true && "traces are on: deploy",
        subdomain?.enabled && !isPublic && "workers.dev is a second address: deploy",
        subdomain?.previews_enabled && !hasPreviews && "preview URLs are on: deploy",
      ],
    };
  },
};

/** Asks the site itself. */
const pages: Resource = {
  name: "pages",
  read: async (target) => {
    const closed = await isClosed(target).catch(() => false);
    const outcomes = await checkSite(target);
    const failed = outcomes.filter(({ mark }) => mark === "✗" || (mark === "–" && !closed));
    return {
      problems: [
        closed && "the site is closed: `npm run maintenance -- off` opens it",
        ...failed.map(({ name, problem }) => `not so: ${name} (${problem})`),
      ],
      detail: target.siteUrl,
    };
  },
};

/** The figures of /readyz, which need OPERATOR_TOKEN. */
const figures: Resource = {
  name: "figures",
  read: async ({ siteUrl, env }) => {
    const { OPERATOR_TOKEN: token } = env;
    if (!token) return { problems: ["set OPERATOR_TOKEN to the Worker's secret"] };
    const headers = { ...BROWSER_HEADERS, Authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const ready = await fetch(`${siteUrl}/readyz`, { headers, signal });
    const body = v.safeParse(readySchema, await ready.json().catch(() => ({})));
    const { overLimit = [], backlog } = body.success ? body.output : {};
    if (ready.status === 401) return { problems: ["OPERATOR_TOKEN is not the Worker's secret"] };
    return { problems: [!backlog && `/readyz responds ${ready.status}`, ...overLimit] };
  },
};

/** Events of the last day that the site did not accept: it has another signing secret, or fails. */
const deliveries: Resource = {
  name: "Stripe deliveries",
  read: async (target) => {
    const { data } = await openStripe(target).events.list({
      delivery_success: false,
      created: { gte: Math.floor(Date.now() / 1000) - DAY_S },
      types: [...ENDPOINT_EVENTS],
      limit: 100,
    });
    const count = data.length === 100 ? "over 100" : String(data.length);
    const command = `npm run logs -- --env ${target.environment} --since 1d --search webhook.rejected`;
    const seen = `\`${command}\` shows those with a wrong secret, and Cloudflare, Security, Events those it blocked`;
    const problem = `${count} of the last day are undelivered: ${seen}`;
    return { problems: [data.length > 0 && problem] };
  },
};
