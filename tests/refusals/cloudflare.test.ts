/** Sends each call of `CLOUDFLARE_REFUSALS` to our stand-in. */
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Version, Worker } from "../support/cloudflare/account.ts";
import { type Cloudflare, startCloudflare } from "../support/cloudflare/api.ts";
import type { CLOUDFLARE_REFUSALS } from "./recorded-refusals.ts";

let cloudflare: Cloudflare;
beforeAll(async () => {
  cloudflare = await startCloudflare();
});
afterAll(() => cloudflare.close());

const answerSchema = v.object({
  errors: v.array(v.object({ code: v.number() })),
  result: v.unknown(),
});

/** Calls the API, by default below the account; returns status, error code and result. */
async function call(method: string, path: string, body?: FormData | object) {
  const { env } = cloudflare;
  const root = path.startsWith("/zones") ? "" : `/accounts/${env.CLOUDFLARE_ACCOUNT_ID}`;
  const response = await fetch(env.CLOUDFLARE_API_BASE_URL + root + path, {
    method,
    headers: { Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}` },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const { errors, result } = v.parse(answerSchema, await response.json());
  return { status: response.status, code: errors[0]?.code, result };
}

/** A Worker with a version for each of `secrets`, whose last one is live. */
function createWorker(secrets: readonly string[] = []): Worker & { readonly last: Version[] } {
  const { account } = cloudflare;
  const worker = account.createWorker(`site-${crypto.randomUUID()}`);
  for (const secret of secrets) {
    const { id } = account.addVersion(worker, {
      annotations: {},
      bindings: [],
      secrets: new Map([["KEY", secret]]),
      modules: new Map(),
    });
    account.deploy(worker, [{ version_id: id, percentage: 100 }], {}, true);
  }
  return Object.assign(worker, { last: worker.versions.toReversed() });
}

const toRecords = (hostname: string, isForced: boolean) => ({
  override_scope: true,
  override_existing_origin: isForced,
  override_existing_dns_record: isForced,
  origins: [{ hostname }],
});

function toUpload(): FormData {
  const form = new FormData();
  form.set("metadata", JSON.stringify({ main_module: "index.js", bindings: [] }));
  form.set("index.js", "");
  return form;
}

const calls = {
  async domainOfAnotherWorker() {
    const [other, worker] = [createWorker(), createWorker()];
    other.domains = ["other.example"];
    const put = (isForced: boolean) =>
      call(
        "PUT",
        `/workers/scripts/${worker.name}/domains/records`,
        toRecords("other.example", isForced),
      );
    expect(await put(false)).toMatchObject({ status: 409, code: 100116 });
    expect(await put(true)).toMatchObject({ status: 200 });
    expect([other.domains, worker.domains]).toEqual([[], ["other.example"]]);
  },
  async hostWithRecord() {
    const { name } = createWorker();
    cloudflare.account.dnsRecords.push("record.example");
    const path = `/workers/scripts/${name}/domains/records`;
    const refused = await call("PUT", path, toRecords("record.example", false));
    expect(refused).toMatchObject({ status: 409, code: 100117 });
  },
  async domainChangeset() {
    const [other, worker] = [createWorker(), createWorker()];
    other.domains = ["taken.example"];
    cloudflare.account.dnsRecords.push("dns.example");
    const path = `/workers/scripts/${worker.name}/domains/changeset?replace_state=true`;
    const hosts = ["taken.example", "dns.example", "free.example"];
    const body = hosts.map((hostname) => ({ hostname }));
    expect(await call("POST", path, body)).toMatchObject({
      status: 200,
      result: {
        added: [{ hostname: "free.example" }],
        updated: [{ hostname: "taken.example", modified: true }],
        conflicting: [{ hostname: "dns.example" }],
      },
    });
    expect(worker.domains).toEqual([]);
  },
  async domainLeftOut() {
    const worker = createWorker();
    worker.domains = ["left-out.example"];
    const path = `/workers/scripts/${worker.name}/domains`;
    const body = [{ hostname: "kept.example" }];
    expect(await call("POST", `${path}/changeset?replace_state=true`, body)).toMatchObject({
      result: { removed: [{ hostname: "left-out.example" }] },
    });
    await call("PUT", `${path}/records`, toRecords("kept.example", false));
    expect(worker.domains).toEqual(["kept.example"]);
  },
  async creationByEditor() {
    const form = toUpload();
    const { name } = createWorker();
    cloudflare.account.role = "Editor";
    const created = await call("PUT", "/workers/scripts/new", form);
    expect(created).toMatchObject({ status: 403, code: 10000 });
    expect(await call("PUT", `/workers/scripts/${name}`, form)).toMatchObject({ status: 200 });
    cloudflare.account.role = "Admin";
  },
  async noSubdomain() {
    cloudflare.account.hasSubdomain = false;
    expect(await call("PUT", "/workers/scripts/first", toUpload())).toMatchObject({ code: 10063 });
    cloudflare.account.hasSubdomain = true;
  },
  async domainsOfOneWorker() {
    const { name } = createWorker();
    const listed = () => call("GET", `/workers/domains?service=${name}`);
    const body = [{ hostname: "one.example" }];
    const compared = () => call("POST", `/workers/scripts/${name}/domains/changeset`, body);
    const put = () =>
      call("PUT", `/workers/scripts/${name}/domains/records`, toRecords("one.example", false));
    cloudflare.account.role = "Editor of one Worker";
    for (const send of [listed, compared, put]) {
      expect(await send()).toMatchObject({ status: 403, code: 10000 });
    }
    cloudflare.account.role = "Editor";
    for (const send of [listed, compared, put]) expect(await send()).toMatchObject({ status: 200 });
    cloudflare.account.role = "Admin";
  },
  async noEmailSending() {
    cloudflare.account.hasEmailSending = false;
    const read = () => call("GET", "/zones/example.com/email/sending/subdomains");
    expect(await read()).toMatchObject({ status: 401, code: 2036 });
    cloudflare.account.hasEmailSending = true;
    expect(await read()).toMatchObject({ status: 200 });
  },
  async pagesOfHyperdrive() {
    for (let count = 0; count < 25; count += 1) {
      const config = { id: crypto.randomUUID(), name: `c-${count}`, origin: {}, caching: {} };
      cloudflare.account.hyperdrives.push(config);
    }
    const list = async (query: string) =>
      v.parse(v.array(v.unknown()), (await call("GET", `/hyperdrive/configs${query}`)).result);
    expect((await list("")).length).toBeLessThan(25);
    expect(await list("?page=2")).not.toHaveLength(0);
    expect(await list("?page=3")).toEqual([]);
  },
  async rollbackOverSecret() {
    const { name, last } = createWorker(["old", "new"]);
    const versions = [{ version_id: last[1]?.id, percentage: 100 }];
    const body = { strategy: "percentage", versions };
    const path = `/workers/scripts/${name}/deployments`;
    expect(await call("POST", path, body)).toMatchObject({ status: 400, code: 10220 });
    expect(await call("POST", `${path}?force=true`, body)).toMatchObject({ status: 200 });
  },
  async lastWriter() {
    const { name, last } = createWorker(["one"]);
    const read = async () => {
      const { result } = await call("GET", `/workers/services/${name}`);
      const script = v.object({ last_deployed_from: v.string() });
      const schema = v.object({ default_environment: v.object({ script }) });
      return v.parse(schema, result).default_environment.script.last_deployed_from;
    };
    expect(await read()).toBe("wrangler");
    const versions = [{ version_id: last[0]?.id, percentage: 100 }];
    const body = { strategy: "percentage", versions };
    await call("POST", `/workers/scripts/${name}/deployments`, body);
    expect(await read()).toBe("api");
  },
  async secretAfterRollback() {
    const worker = createWorker(["one", "two"]);
    const [, first] = worker.last;
    const live = [{ version_id: first?.id ?? "", percentage: 100 }];
    cloudflare.account.deploy(worker, live, {}, true);
    const secret = { name: "KEY", text: "three", type: "secret_text" };
    const put = await call("PUT", `/workers/scripts/${worker.name}/secrets`, secret);
    expect(put).toMatchObject({ status: 400, code: 10214 });
  },
} satisfies Record<keyof typeof CLOUDFLARE_REFUSALS, () => Promise<void>>;

test.each(Object.entries(calls))("%s", (_, send) => send());
