/**
 * State of a Cloudflare account: Workers with versions, deployments and secrets, Hyperdrive configurations,
 * certificates. Rules follow the API reference and wrangler's source.
 */
import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

export const ACCOUNT_ID = "0123456789abcdef0123456789abcdef";
/** The account's path. */
export const ROOT = `/client/v4/accounts/${ACCOUNT_ID}` as const;

const PAGE_SIZE = 20;

export interface Binding {
  readonly type: string;
  readonly name: string;
  readonly text?: string | undefined;
  /** Id of a Hyperdrive configuration. */
  readonly id?: string | undefined;
  /** Namespace of a rate limit. */
  readonly namespace_id?: string | undefined;
}

export interface Version {
  readonly id: string;
  readonly number: number;
  readonly createdOn: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly bindings: readonly Binding[];
  /** Values by name, fixed per version. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Source text by module name. */
  readonly modules: ReadonlyMap<string, string>;
  readonly compatibilityDate?: string;
}

interface Deployment {
  readonly id: string;
  readonly created_on: string;
  readonly source: "wrangler";
  readonly strategy: "percentage";
  readonly author_email: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[];
}

export interface Worker {
  readonly name: string;
  readonly tag: string;
  tags: readonly string[];
  /** Oldest first. */
  readonly versions: Version[];
  /** Newest first, as the API lists them. */
  readonly deployments: Deployment[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
  crons: readonly string[];
  domains: readonly string[];
  settings: Record<string, unknown>;
  /** The last writer: wrangler, the dashboard, or any other program. */
  lastDeployedFrom: "wrangler" | "dash" | "api";
}

export interface Hyperdrive {
  readonly id: string;
  name: string;
  origin: Record<string, unknown>;
  caching: Record<string, unknown>;
  origin_connection_limit?: number | undefined;
  mtls?: Record<string, unknown> | undefined;
}

/** A certificate in the API's format. */
export interface Certificate {
  readonly id: string;
  readonly ca: boolean;
  /** PEM. */
  readonly certificates: string;
  readonly name?: string | undefined;
  readonly issuer: string;
  readonly serial_number: string;
  readonly signature: string;
  readonly expires_on: string;
  readonly uploaded_on: string;
}

export type ApiBindings = { Bindings: HttpBindings };
export type Api = Hono<ApiBindings>;

/** The API's envelope around a result. */
export function resultResponse(context: Context, result: unknown): Response {
  return context.json({ success: true, errors: [], messages: [], result });
}

/** A page of a list. Cloudflare's pages have 20 items. */
export function pageResponse(context: Context, items: readonly unknown[]): Response {
  const page = Number(context.req.query("page") ?? 1);
  return resultResponse(context, items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
}

/** An API error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class Account {
  readonly workers = new Map<string, Worker>();
  readonly hyperdrives: Hyperdrive[] = [];
  readonly certificates: Certificate[] = [];
  /** Domains of the account's zones. */
  readonly zones: string[] = [];
  /**
   * The token's Workers role: only Admin creates Workers, and a role of one Worker does not cover custom
   * domains.
   */
  role: "Admin" | "Editor" | "Editor of one Worker" = "Admin";
  /** Whether the account has a workers.dev subdomain; its first visit to Workers & Pages creates one. */
  hasSubdomain = true;
  /** Hosts with a DNS record that is no Worker's. */
  readonly dnsRecords: string[] = [];
  /** The dashboard's switches of the zones. */
  readonly bots = { fight_mode: false };
  readonly analytics: { auto_install: boolean; ruleset: { zone_tag: string; enabled: boolean } }[] =
    [];
  /** Workers on routes, which precede custom domains. */
  readonly routes: { readonly id: string; readonly pattern: string; readonly script: string }[] =
    [];
  /** Lines of Workers Logs. */
  readonly storedLog: {
    readonly service: string;
    readonly timestamp: number;
    readonly source: object | string;
    readonly $metadata: { readonly level?: string };
  }[] = [];
  /** Whether the account has Email Sending, and the token its permission. */
  hasEmailSending = true;
  /** Domains that are onboarded for Email Sending. */
  readonly sendingDomains: string[] = [];
  private ticks = 0;

  /** Timestamps a second apart, so that order does not depend on the clock. */
  now(): string {
    this.ticks += 1;
    return new Date(Date.UTC(2026, 10, 21) + this.ticks * 1000).toISOString();
  }

  worker(name: string): Worker {
    const found = this.workers.get(name);
    if (!found) {
      throw new ApiError(404, 10007, "This Worker does not exist on your account.");
    }
    return found;
  }

  createWorker(name: string): Worker {
    const worker: Worker = {
      name,
      tag: randomUUID().replaceAll("-", ""),
      tags: [],
      versions: [],
      deployments: [],
      subdomain: { enabled: false, previews_enabled: false },
      crons: [],
      domains: [],
      settings: {},
      lastDeployedFrom: "wrangler",
    };
    this.workers.set(name, worker);
    return worker;
  }

  /** The Worker with this custom domain. */
  findByDomain(hostname: string): Worker | undefined {
    return [...this.workers.values()].find(({ domains }) => domains.includes(hostname));
  }

  version(worker: Worker, id: string): Version {
    const found = worker.versions.find((version) => version.id === id);
    if (!found) throw new ApiError(404, 10146, `The version ${id} could not be found`);
    return found;
  }

  addVersion(
    worker: Worker,
    content: Pick<
      Version,
      "annotations" | "bindings" | "secrets" | "modules" | "compatibilityDate"
    >,
  ): Version {
    const version: Version = {
      ...content,
      id: randomUUID(),
      number: worker.versions.length + 1,
      createdOn: this.now(),
    };
    worker.versions.push(version);
    return version;
  }

  /** Makes a changed copy of the latest version live. */
  redeploy(worker: Worker, change: Partial<Version>): void {
    const latest = worker.versions.at(-1);
    if (!latest) throw new Error(`${worker.name} has no version`);
    const { id } = this.addVersion(worker, { ...latest, ...change });
    this.deploy(worker, [{ version_id: id, percentage: 100 }], {}, true);
  }

  /** Rejects wrong percentages, unknown versions, and older secrets, as the API does. */
  deploy(
    worker: Worker,
    versions: Deployment["versions"],
    annotations: Readonly<Record<string, string>>,
    force: boolean,
  ): Deployment {
    const total = versions.reduce((sum, { percentage }) => sum + percentage, 0);
    if (versions.length < 1 || versions.length > 2 || total !== 100) {
      throw new ApiError(400, 10068, "Versions must add up to 100 percent");
    }
    const targets = versions.map(({ version_id }) => this.version(worker, version_id));
    const changed = targets.flatMap((target) => this.changedSecrets(worker, target));
    if (changed.length > 0 && !force) {
      const names = [...new Set(changed)].join(", ");
      throw new ApiError(
        400,
        10220,
        `A secret has changed since this version was active. If you are sure this is ok, add a ?force=true query parameter to allow the rollback. The following secrets have changed: ${names}`,
      );
    }
    const deployment: Deployment = {
      id: randomUUID(),
      created_on: this.now(),
      source: "wrangler",
      strategy: "percentage",
      author_email: "operator@example.com",
      annotations,
      versions,
    };
    worker.deployments.unshift(deployment);
    return deployment;
  }

  /**
   * Secrets that differ between an older version and the live one. Cloudflare does not document what it
   * compares.
   */
  private changedSecrets(worker: Worker, target: Version): string[] {
    const other = this.live(worker);
    if (!other || target.number >= other.number) return [];
    return [...other.secrets].flatMap(([name, value]) =>
      target.secrets.get(name) === value ? [] : [name],
    );
  }

  /** The version with most of the traffic. */
  live(worker: Worker): Version | undefined {
    const [deployment] = worker.deployments;
    const [most] = deployment?.versions.toSorted((a, b) => b.percentage - a.percentage) ?? [];
    return most && this.version(worker, most.version_id);
  }

  /**
   * `wrangler secret put`, or `delete` without a value: creates a live version; only if the latest version is
   * live.
   */
  putSecret(worker: Worker, name: string, value: string | undefined): void {
    const latest = worker.versions.at(-1);
    const live = this.live(worker);
    if (!latest || latest.id !== live?.id) {
      const rolledBack =
        worker.deployments.length > 0 && live && latest && live.number < latest.number;
      throw new ApiError(
        400,
        rolledBack ? 10214 : 10215,
        "Secret edit failed. The latest version of the Worker isn't currently deployed.",
      );
    }
    const version = this.addVersion(worker, {
      ...latest,
      annotations: { "workers/triggered_by": "secret" },
      secrets: new Map(
        [...latest.secrets, [name, value] as const].filter(
          (entry): entry is [string, string] =>
            entry[1] !== undefined && (value !== undefined || entry[0] !== name),
        ),
      ),
    });
    this.deploy(worker, [{ version_id: version.id, percentage: 100 }], version.annotations, true);
  }
}
