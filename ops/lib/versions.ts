/** Versions of a Worker: uploads, secrets, and who gave which version traffic. */
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { callWorker } from "./cloudflare-api.ts";
import { retryOnce } from "./http.ts";
import type { Target } from "./target.ts";
import { BUILT_CONFIG, wrangler } from "./wrangler.ts";

/** Percentages of the traffic by version id. */
export type Traffic = Readonly<Record<string, number>>;

const annotationsSchema = v.optional(v.record(v.string(), v.string()), {});
const deploymentSchema = v.object({
  created_on: v.string(),
  author_email: v.optional(v.string(), "someone"),
  annotations: annotationsSchema,
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});
const deploymentsSchema = v.object({ deployments: v.array(deploymentSchema) });
const bindingSchema = v.object({
  type: v.string(),
  name: v.string(),
  text: v.optional(v.string()),
  id: v.optional(v.string()),
  namespace_id: v.optional(v.string()),
});
const versionSchema = v.object({
  annotations: annotationsSchema,
  resources: v.object({
    bindings: v.array(bindingSchema),
    script_runtime: v.optional(v.object({ compatibility_date: v.optional(v.string()) }), {}),
  }),
});
const secretsSchema = v.array(v.object({ name: v.string() }));

type Deployment = Awaited<ReturnType<typeof listDeployments>>[number];
export type Version = Awaited<ReturnType<typeof readVersion>>;

/** The deployments, newest first: the first one has the traffic. Empty when there is no Worker. */
export async function listDeployments(target: Target) {
  const found = await callWorker(target, "deployments", deploymentsSchema);
  return (found?.deployments ?? []).map(({ created_on: time, annotations, ...deployment }) => ({
    // E.g. "2026-11-21 03:04 UTC".
    time: `${time.slice(0, 16).replace("T", " ")} UTC`,
    author: deployment.author_email,
    message: annotations["workers/message"] ?? annotations["workers/triggered_by"] ?? "",
    traffic: Object.fromEntries(
      deployment.versions.map(({ version_id, percentage }) => [version_id, percentage]),
    ) satisfies Traffic,
    // The version with the most traffic.
    live: deployment.versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id ?? "",
  }));
}

/** What has the traffic. Throws one line when the Worker does not exist. */
export async function readDeployment(target: Target): Promise<Deployment> {
  const [deployment] = await listDeployments(target);
  if (deployment) return deployment;
  const { worker, environment } = target;
  throw new Error(
    `there is no Worker ${worker} yet; run \`npm run setup:cloud -- --env ${environment}\``,
  );
}

/** The live version, read again, as one sentence. Never rejects. */
export function describeLive(target: Target): Promise<string> {
  return readDeployment(target).then(
    ({ live }) => `Version ${live} is live`,
    () => "Which version is live is unknown",
  );
}

/** Throws one line unless the traffic is one of `expected`: then a colleague has moved it since. */
export async function assertTraffic(target: Target, expected: readonly Traffic[]): Promise<void> {
  const { author, live, time, message, traffic } = await readDeployment(target);
  if (expected.some((each) => isDeepStrictEqual(each, traffic))) return;
  throw new Error(`${author} made version ${live} live in the meantime (${time}, "${message}")`);
}

/**
 * Moves the traffic if it is one of `expected`. Cloudflare cannot do both at once: the last check of the
 * colleague's command finds a move in between.
 */
export async function moveTraffic(
  target: Target,
  traffic: Traffic,
  { message, expected }: { readonly message: string; readonly expected: readonly Traffic[] },
): Promise<void> {
  await retryOnce(async () => {
    await assertTraffic(target, expected);
    await deployTraffic(target, traffic, { message });
  });
}

/** Splits the traffic. Without `force`, Cloudflare refuses older secrets (10220). */
export async function deployTraffic(
  target: Target,
  traffic: Traffic,
  { message, force = false }: { readonly message: string; readonly force?: boolean },
): Promise<void> {
  const shares = Object.entries(traffic);
  const body = {
    strategy: "percentage",
    versions: shares.map(([version_id, percentage]) => ({ version_id, percentage })),
    annotations: { "workers/message": message },
  };
  const path = `deployments${force ? "?force=true" : ""}`;
  await callWorker(target, path, v.unknown(), { method: "POST", body });
}

/** Throws one line when there is no such version. */
export async function readVersion(target: Target, id: string) {
  const version = await callWorker(target, `versions/${id}`, versionSchema);
  const bindings = version?.resources.bindings ?? [];
  return {
    commit: version?.annotations["workers/tag"],
    bindings,
    compatibilityDate: version?.resources.script_runtime.compatibility_date,
    // True for the Worker without code that the first `wrangler secret put` creates.
    isEmpty: !bindings.some(({ type }) => type === "hyperdrive"),
  };
}

/**
 * Names of the latest version's secrets, which an upload inherits; none before the first, which creates the
 * Worker.
 */
export async function listSecretNames(target: Target): Promise<string[]> {
  const secrets = await callWorker(target, "secrets", secretsSchema);
  return secrets?.map(({ name }) => name) ?? [];
}

/** Sets a secret. Creates a version that is live immediately. */
export async function putSecret(target: Target, name: string, value: string): Promise<void> {
  await wrangler(target, ["secret", "put", name], { input: value });
}

/** Uploads the build as a version without traffic, and returns its id. Throws one line. */
export async function uploadVersion(target: Target, commit: string): Promise<string> {
  const upload = ["versions", "upload", "--tag", commit, "--message", `Commit ${commit}`];
  const output = await wrangler(target, upload, { config: BUILT_CONFIG });
  const id = /Worker Version ID: ([\w-]+)/.exec(output)?.[1];
  if (!id) throw new Error("wrangler did not say which version it uploaded");
  // What is logged belongs to no version. URLs contain tokens, so it is set before the version has traffic.
  const { observability } = target.config;
  const settings = { method: "PATCH", body: { observability } } as const;
  await retryOnce(() => callWorker(target, "script-settings", v.unknown(), settings));
  return id;
}
