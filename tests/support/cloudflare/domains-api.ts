/** Custom domains of Workers, whose id here is the host. Source: wrangler 4.151.0, publishCustomDomains. */
import * as v from "valibot";
import { type Account, type Api, ApiError, ROOT, resultResponse } from "./account.ts";

const SCRIPT = `${ROOT}/workers/scripts/:name` as const;
const domainsSchema = v.array(v.object({ hostname: v.string() }));
const recordsSchema = v.strictObject({
  override_scope: v.boolean(),
  override_existing_origin: v.boolean(),
  override_existing_dns_record: v.boolean(),
  origins: domainsSchema,
});

export function addDomainRoutes(app: Api, account: Account): void {
  for (const path of [`${ROOT}/workers/domains/*`, `${SCRIPT}/domains/*`] as const) {
    app.use(path, (_, next) => {
      if (account.role === "Editor of one Worker") {
        throw new ApiError(403, 10000, "Authentication error");
      }
      return next();
    });
  }
  app.get(`${ROOT}/workers/domains`, (context) => {
    const service = context.req.query("service") ?? "";
    const domains = account.workers.get(service)?.domains ?? [];
    return resultResponse(
      context,
      domains.map((hostname) => ({ hostname, service, zone_id: "acme.example" })),
    );
  });
  app.get(`${ROOT}/workers/domains/records`, (context) => {
    const service = context.req.query("service") ?? "";
    const settings = { service, zone_name: "acme.example", enabled: true, previews_enabled: false };
    return resultResponse(
      context,
      account.worker(service).domains.map((hostname) => ({ id: hostname, hostname, ...settings })),
    );
  });
  app.post(`${SCRIPT}/domains/changeset`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const wanted = v.parse(domainsSchema, await context.req.json());
    const hosts = wanted.map(({ hostname }) => hostname);
    const toDomain = (hostname: string) => ({ id: hostname, hostname, service: worker.name });
    const isTaken = (hostname: string) => account.dnsRecords.includes(hostname);
    const updated = hosts.filter((hostname) => account.findByDomain(hostname));
    return resultResponse(context, {
      added: hosts.filter((each) => !updated.includes(each) && !isTaken(each)).map(toDomain),
      removed: worker.domains.filter((each) => !hosts.includes(each)).map(toDomain),
      updated: updated.map((each) => ({
        ...toDomain(each),
        modified: account.findByDomain(each) !== worker,
      })),
      conflicting: hosts.filter(isTaken).map(toDomain),
    });
  });
  app.get(`${ROOT}/workers/domains/records/:id`, (context) => {
    const hostname = context.req.param("id");
    const service = account.findByDomain(hostname)?.name;
    if (!service) throw new ApiError(404, 100114, `No domain ${hostname}`);
    return resultResponse(context, { id: hostname, hostname, service });
  });
  app.put(`${SCRIPT}/domains/records`, async (context) => {
    const worker = account.worker(context.req.param("name"));
    const { origins, ...overrides } = v.parse(recordsSchema, await context.req.json());
    for (const { hostname } of origins) {
      const owner = account.findByDomain(hostname);
      if (owner && owner !== worker) {
        if (!overrides.override_existing_origin) {
          throw new ApiError(409, 100116, `Hostname '${hostname}' already in use`);
        }
        owner.domains = owner.domains.filter((each) => each !== hostname);
      }
      const at = account.dnsRecords.indexOf(hostname);
      if (at === -1) continue;
      if (!overrides.override_existing_dns_record) {
        throw new ApiError(409, 100117, `Hostname '${hostname}' already has DNS records`);
      }
      account.dnsRecords.splice(at, 1);
    }
    worker.domains = origins.map(({ hostname }) => hostname);
    return resultResponse(context, origins);
  });
}
