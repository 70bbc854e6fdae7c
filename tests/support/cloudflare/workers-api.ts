/** Worker endpoints that wrangler uses for uploads, deployments, rollbacks and secrets. */
import * as v from "valibot";
import {
  type Account,
  type Api,
  ApiError,
  type Binding,
  ROOT,
  resultResponse,
  type Version,
  type Worker,
} from "./account.ts";
import { addDomainRoutes } from "./domains-api.ts";

const SUBDOMAIN = "acme";
const SCRIPT = `${ROOT}/workers/scripts/:name` as const;

const metadataSchema = v.object({
  main_module: v.string(),
  bindings: v.array(
    v.looseObject({
      type: v.string(),
      name: v.string(),
      text: v.optional(v.string()),
      id: v.optional(v.string()),
      namespace_id: v.optional(v.string()),
    }),
  ),
  annotations: v.optional(v.record(v.string(), v.optional(v.string())), {}),
  keep_bindings: v.optional(v.array(v.string()), []),
});

const deploymentSchema = v.object({
  strategy: v.literal("percentage"),
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
  annotations: v.optional(v.record(v.string(), v.optional(v.string())), {}),
});

const secretSchema = v.object({
  name: v.string(),
  text: v.pipe(v.string(), v.nonEmpty()),
  type: v.literal("secret_text"),
});

/** Source: Cloudflare's client (cloudflare 7.3.0), TelemetryQueryParams. */
const filterSchema = v.union([
  v.strictObject({
    key: v.string(),
    operation: v.literal("eq"),
    type: v.literal("string"),
    value: v.string(),
  }),
  v.strictObject({
    key: v.string(),
    operation: v.literal("gte"),
    type: v.literal("number"),
    value: v.number(),
  }),
]);
const groupSchema = v.strictObject({
  kind: v.literal("group"),
  filterCombination: v.literal("or"),
  filters: v.array(filterSchema),
});
const querySchema = v.strictObject({
  queryId: v.string(),
  view: v.literal("events"),
  limit: v.pipe(v.number(), v.maxValue(2_000)),
  timeframe: v.strictObject({ from: v.number(), to: v.number() }),
  offset: v.optional(v.string()),
  offsetDirection: v.optional(v.literal("next")),
  parameters: v.strictObject({
    datasets: v.array(v.string()),
    filterCombination: v.literal("and"),
    filters: v.array(v.union([filterSchema, groupSchema])),
    needle: v.optional(v.strictObject({ value: v.string() })),
  }),
});

type Filter = v.InferOutput<typeof filterSchema | typeof groupSchema>;

function matches(line: Account["storedLog"][number], filter: Filter): boolean {
  if ("filters" in filter) return filter.filters.some((each) => matches(line, each));
  const { service, source, $metadata } = line;
  const fields: ReadonlyMap<string, unknown> = new Map(
    Object.entries({
      ...(typeof source === "string" ? {} : source),
      "$metadata.service": service,
      "$metadata.level": $metadata.level,
    }),
  );
  const found = fields.get(filter.key);
  return filter.operation === "eq" ? found === filter.value : Number(found) >= filter.value;
}

/** A page of the stored lines, newest first. */
function readStoredLog(account: Account, query: v.InferOutput<typeof querySchema>) {
  const { timeframe, parameters, limit, offset } = query;
  const events = account.storedLog
    .map((line, index) => ({ ...line, $metadata: { ...line.$metadata, id: `line-${index}` } }))
    .filter((line) => line.timestamp >= timeframe.from && line.timestamp <= timeframe.to)
    .filter((line) => parameters.filters.every((filter) => matches(line, filter)))
    .filter(({ source }) => JSON.stringify(source).includes(parameters.needle?.value ?? ""))
    .toSorted((a, b) => b.timestamp - a.timestamp);
  const start = events.findIndex(({ $metadata }) => $metadata.id === offset) + 1;
  return events.slice(start, start + limit);
}

export function addWorkerRoutes(app: Api, account: Account): void {
  noteWriters(app, account);
  addDashboardRoutes(app, account);
  addVersionRoutes(app, account);
  addTriggerRoutes(app, account);
  addDomainRoutes(app, account);
  addSecretRoutes(app, account);
  addAssetRoutes(app, account);

  app.post(`${ROOT}/workers/observability/telemetry/query`, async (context) => {
    const events = readStoredLog(account, v.parse(querySchema, await context.req.json()));
    return resultResponse(context, { events: { count: events.length, events } });
  });
  app.get(`${ROOT}/workers/services/:name`, (context) => {
    const name = context.req.param("name");
    const worker = account.workers.get(name);
    if (!worker) throw new ApiError(404, 10090, `This service does not exist: ${name}`);
    const { tag, tags, lastDeployedFrom: last_deployed_from } = worker;
    const description = { id: name, tag, tags, last_deployed_from };
    return resultResponse(context, {
      id: name,
      default_environment: { environment: "production", script: description },
    });
  });
  app.get(`${ROOT}/workers/workers/:name`, (context) => {
    const worker = account.worker(context.req.param("name"));
    const suffix = `-${worker.name}.${SUBDOMAIN}.workers.dev`;
    return resultResponse(context, {
      id: worker.tag,
      name: worker.name,
      subdomain: { ...worker.subdomain, preview_url_suffix: suffix },
    });
  });
  app.put(SCRIPT, async (context) => {
    const name = context.req.param("name");
    if (account.role !== "Admin" && !account.workers.has(name)) {
      throw new ApiError(403, 10000, "Authentication error");
    }
    if (!account.hasSubdomain) {
      throw new ApiError(400, 10063, "You need a workers.dev subdomain in order to proceed.");
    }
    const worker = account.createWorker(name);
    const version = await readUpload(account, worker, await context.req.formData());
    account.deploy(worker, [{ version_id: version.id, percentage: 100 }], {}, false);
    return resultResponse(context, { id: worker.name, tag: worker.tag });
  });
}

/** The User-Agent of the last writer decides; one that Cloudflare does not know is "api". */
function noteWriters(app: Api, account: Account): void {
  app.on(["POST", "PUT", "PATCH", "DELETE"], [SCRIPT, `${SCRIPT}/*`], async (context, next) => {
    await next();
    const worker = account.workers.get(context.req.param("name"));
    // It only compares.
    if (!worker || context.req.path.endsWith("/changeset")) return;
    const isWrangler = context.req.header("user-agent")?.startsWith("wrangler/");
    worker.lastDeployedFrom = isWrangler ? "wrangler" : "api";
  });
}

/** What wrangler compares with its configuration when the dashboard was the last writer. */
function addDashboardRoutes(app: Api, account: Account): void {
  const environment = `${ROOT}/workers/services/:name/environments/:environment` as const;
  app.get(environment, (context) => {
    const { name, tag, lastDeployedFrom, settings } = account.worker(context.req.param("name"));
    const script = { id: name, tag, tags: null, last_deployed_from: lastDeployedFrom, ...settings };
    return resultResponse(context, { environment: "production", script });
  });
  app.get(`${environment}/bindings`, (context) =>
    resultResponse(
      context,
      account.worker(context.req.param("name")).versions.at(-1)?.bindings ?? [],
    ),
  );
  app.get(`${environment}/routes`, (context) => resultResponse(context, []));
  app.get(`${environment}/subdomain`, (context) =>
    resultResponse(context, account.worker(context.req.param("name")).subdomain),
  );
}

function addVersionRoutes(app: Api, account: Account): void {
  app.post(`${SCRIPT}/versions`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const version = await readUpload(account, worker, await context.req.formData());
    return resultResponse(context, { ...toApiVersion(version), startup_time_ms: 12 });
  });
  app.get(`${SCRIPT}/versions`, (context) => {
    const { versions } = account.worker(context.req.param("name"));
    return resultResponse(context, { items: versions.toReversed().map(toApiVersion) });
  });
  app.get(`${SCRIPT}/versions/:id`, (context) => {
    const worker = account.worker(context.req.param("name"));
    return resultResponse(context, toApiVersion(account.version(worker, context.req.param("id"))));
  });
  app.get(`${SCRIPT}/deployments`, (context) =>
    resultResponse(context, { deployments: account.worker(context.req.param("name")).deployments }),
  );
  app.post(`${SCRIPT}/deployments`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const { versions, annotations } = v.parse(deploymentSchema, await context.req.json());
    const force = context.req.query("force") === "true";
    return resultResponse(
      context,
      account.deploy(worker, versions, definedOnly(annotations), force),
    );
  });
  app.get(`${SCRIPT}/settings`, (context) => {
    const latest = account.worker(context.req.param("name")).versions.at(-1);
    return resultResponse(context, { bindings: latest?.bindings ?? [] });
  });
  app.get(`${SCRIPT}/script-settings`, (context) =>
    resultResponse(context, account.worker(context.req.param("name")).settings),
  );
  app.patch(`${SCRIPT}/script-settings`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    Object.assign(worker.settings, await context.req.json());
    const tags = v.safeParse(v.object({ tags: v.array(v.string()) }), worker.settings);
    if (tags.success) worker.tags = tags.output.tags;
    return resultResponse(context, worker.settings);
  });
}

function addTriggerRoutes(app: Api, account: Account): void {
  app.post(`${SCRIPT}/subdomain`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const wanted = v.object({ enabled: v.boolean(), previews_enabled: v.boolean() });
    worker.subdomain = v.parse(wanted, await context.req.json());
    return resultResponse(context, worker.subdomain);
  });
  app.get(`${SCRIPT}/subdomain`, (context) =>
    resultResponse(context, account.worker(context.req.param("name")).subdomain),
  );
  app.put(`${SCRIPT}/schedules`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const wanted = v.parse(v.array(v.object({ cron: v.string() })), await context.req.json());
    worker.crons = wanted.map(({ cron }) => cron);
    return resultResponse(context, { schedules: wanted });
  });
  app.get(`${SCRIPT}/schedules`, (context) => {
    const { crons } = account.worker(context.req.param("name"));
    return resultResponse(context, { schedules: crons.map((cron) => ({ cron })) });
  });
  const routes = "/client/v4/zones/:zone/workers/routes";
  app.get(routes, (context) => resultResponse(context, account.routes));
  app.put(`${SCRIPT}/routes`, async (context) => {
    const script = context.req.param("name");
    const wanted = v.parse(v.array(v.object({ pattern: v.string() })), await context.req.json());
    const others = account.routes.filter((route) => route.script !== script);
    const added = wanted.map(({ pattern }) => ({ id: crypto.randomUUID(), pattern, script }));
    account.routes.splice(0, account.routes.length, ...others, ...added);
    return resultResponse(context, added);
  });
  app.delete(`${routes}/:id`, (context) => {
    const at = account.routes.findIndex(({ id }) => id === context.req.param("id"));
    return resultResponse(context, account.routes.splice(at, 1)[0]);
  });
}

function addSecretRoutes(app: Api, account: Account): void {
  app.get(`${SCRIPT}/secrets`, (context) => {
    const latest = account.worker(context.req.param("name")).versions.at(-1);
    const names = [...(latest?.secrets.keys() ?? [])];
    return resultResponse(
      context,
      names.map((name) => ({ name, type: "secret_text" })),
    );
  });
  app.put(`${SCRIPT}/secrets`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const { name, text } = v.parse(secretSchema, await context.req.json());
    account.putSecret(worker, name, text);
    return resultResponse(context, { name, type: "secret_text" });
  });
  app.delete(`${SCRIPT}/secrets/:secret`, (context) => {
    const worker = account.worker(context.req.param("name"));
    account.putSecret(worker, context.req.param("secret"), undefined);
    return resultResponse(context, null);
  });
}

/** Takes the manifest, returns new files in buckets; the last upload returns a completion token. */
function addAssetRoutes(app: Api, account: Account): void {
  const known = new Set<string>();
  const token = (claims: object) =>
    ["{}", JSON.stringify(claims), "signature"]
      .map((part) => Buffer.from(part).toString("base64url"))
      .join(".");
  const waiting = new Map<string, Set<string>>();
  app.post(`${ROOT}/workers/scripts/:name/assets-upload-session`, async (context) => {
    account.worker(context.req.param("name"));
    const { manifest } = v.parse(
      v.object({
        manifest: v.record(v.string(), v.object({ hash: v.string(), size: v.number() })),
      }),
      await context.req.json(),
    );
    const hashes = [...new Set(Object.values(manifest).map(({ hash }) => hash))];
    const missing = hashes.filter((hash) => !known.has(hash));
    const session = token({ session: crypto.randomUUID() });
    waiting.set(session, new Set(missing));
    return resultResponse(context, { jwt: session, buckets: missing.length > 0 ? [missing] : [] });
  });
  app.post(`${ROOT}/workers/assets/upload`, async (context) => {
    const session = context.req.header("authorization")?.replace("Bearer ", "") ?? "";
    const left = waiting.get(session);
    if (!left) throw new ApiError(403, 10000, "Authentication error");
    for (const hash of (await context.req.formData()).keys()) {
      left.delete(hash);
      known.add(hash);
    }
    return resultResponse(context, left.size === 0 ? { jwt: token({ complete: true }) } : {});
  });
}

/** A multipart upload: metadata first, then the modules. */
async function readUpload(account: Account, worker: Worker, form: FormData): Promise<Version> {
  const metadata = v.parse(v.pipe(v.string(), v.parseJson(), metadataSchema), form.get("metadata"));
  const modules = new Map<string, string>();
  for (const [name, value] of form) {
    if (name !== "metadata")
      modules.set(name, typeof value === "string" ? value : await value.text());
  }
  if (!modules.has(metadata.main_module)) {
    throw new ApiError(400, 10021, `No such module: ${metadata.main_module}`);
  }
  const latest = worker.versions.at(-1);
  const kept = metadata.keep_bindings.includes("secret_text") ? latest?.secrets : undefined;
  const missing = metadata.bindings.find(
    ({ type, name }) => type === "inherit" && !latest?.secrets.has(name),
  );
  if (missing) {
    throw new ApiError(400, 10057, `inherit binding '${missing.name}' is invalid: not found`);
  }
  const bindings: Binding[] = metadata.bindings
    .filter(({ type }) => type !== "inherit")
    .map(({ type, name, text, id, namespace_id }) => ({ type, name, text, id, namespace_id }));
  const annotations = definedOnly(metadata.annotations);
  return account.addVersion(worker, { annotations, bindings, secrets: new Map(kept), modules });
}

function toApiVersion(version: Version) {
  const { id, number, createdOn, annotations, bindings, secrets } = version;
  const hidden = [...secrets.keys()].map((name) => ({ type: "secret_text", name }));
  return {
    id,
    number,
    metadata: {
      author_email: "operator@example.com",
      author_id: "operator",
      created_on: createdOn,
      modified_on: createdOn,
      source: "wrangler",
      has_preview: true,
    },
    annotations,
    resources: {
      bindings: [...bindings, ...hidden],
      script: { etag: id, handlers: ["fetch", "scheduled"], last_deployed_from: "wrangler" },
      script_runtime: {
        compatibility_date: version.compatibilityDate ?? "2026-10-01",
        usage_model: "standard",
      },
    },
  };
}

function definedOnly(
  record: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
