import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../auth/request.ts";
import { type AccessClaims, TokenError, verifyAccessToken } from "../auth/sessions/tokens.ts";
import type { SigningKey } from "../signing-key.ts";
import { databaseErrorResponse } from "./errors.ts";

export interface RestApi {
  handle(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

interface RestRequest {
  readonly claims: Record<string, unknown>;
  /** The database error that ended the request. */
  error?: unknown;
}

interface RestOptions {
  databaseUrl: string;
  key: SigningKey;
}

/** Replaces the caller's key after the gateway has authenticated it. */
const INTERNAL_KEY = "sb_publishable_gateway";

/** Types that lite renders as Postgres text: PostgREST renders them as Postgres does in JSON. */
const JSON_TYPES = {
  bytea: jsonType(17, (text) => text),
  timestamp: jsonType(1114, toIsoTimestamp),
  timestamptz: jsonType(1184, toIsoTimestamp),
  numeric: jsonType(1700, (text) => (Number.isFinite(Number(text)) ? Number(text) : text)),
};

function jsonType(oid: number, parse: (text: string) => unknown) {
  return { to: oid, from: [oid], serialize: String, parse };
}

/** "2026-01-02 03:04:05+00" to "2026-01-02T03:04:05+00:00"; the session's time zone is UTC. */
function toIsoTimestamp(text: string): string {
  return text.replace(" ", "T").replace("+00", "+00:00");
}

/**
 * PostgREST as implemented by @supabase/lite, without its auth server. Verified token claims are passed to
 * Postgres as request.jwt.claims.
 */
export async function createRestApi({ databaseUrl, key }: RestOptions): Promise<RestApi> {
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const requests = new AsyncLocalStorage<RestRequest>();
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      max: 5,
      onnotice: () => {},
      connection: { application_name: "rest" },
      types: JSON_TYPES,
    },
  });
  preventGrants(connection);
  const normalizeDbError = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const request = requests.getStore();
    if (request) request.error = error;
    return normalizeDbError(error);
  };
  // PostgREST reloads its schema so (docs.postgrest.org, "Schema Cache Reloading"); schema.sql notifies after
  // every DDL statement.
  await connection.driver.listen("pgrst", () => void connection.clearSchemaCache());
  const app = new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: async () => ({
            type: "publishable",
            claims: requests.getStore()?.claims ?? {},
          }),
        },
      },
    },
  });

  return {
    async handle(request, caller) {
      try {
        const claims = await readClaims(key, caller);
        const internal = new Request(request);
        internal.headers.delete("authorization");
        internal.headers.set("apikey", INTERNAL_KEY);
        // lite estimates with the query planner only, PostgREST counts small tables.
        const prefer = internal.headers.get("prefer")?.replace("count=estimated", "count=exact");
        if (prefer) internal.headers.set("prefer", prefer);
        const rest: RestRequest = { claims };
        const response = await requests.run(rest, () => app.fetch(internal, { peerAddress: null }));
        // lite responds 500 without the code to errors it does not know, such as those of `raise exception`.
        return (response.status === 500 && databaseErrorResponse(rest.error)) || response;
      } catch (error) {
        if (error instanceof TokenError) return unauthorized(error);
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

/**
 * On its first request, lite grants all privileges on all tables to all roles, which hosted Supabase does
 * not. It skips this when row-level security is known to be active. Covered by `tests/tenancy/rest.test.ts`.
 */
function preventGrants(connection: object): void {
  Object.defineProperty(connection, "rlsState", { value: "active" });
}

async function readClaims(key: SigningKey, caller: Caller): Promise<AccessClaims> {
  if (caller.userToken === undefined) return { role: caller.role };
  return verifyAccessToken(key, caller.userToken);
}

/** PostgREST's JWT errors (docs.postgrest.org, "Errors", group JWT). */
function unauthorized({ expired }: TokenError): Response {
  const [code, message] = expired
    ? ["PGRST303", "JWT expired"]
    : ["PGRST301", "JWSError JWSInvalidSignature"];
  return Response.json(
    { code, details: null, hint: null, message },
    {
      status: 401,
      headers: {
        "www-authenticate": `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}
