import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "./auth/request.ts";
import { type AccessClaims, TokenError, verifyAccessToken } from "./auth/tokens.ts";
import type { SigningKey } from "./signing-key.ts";

export interface RestApi {
  handle(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

interface RestOptions {
  databaseUrl: string;
  key: SigningKey;
}

/** Replaces the caller's key after the gateway has authenticated it. */
const INTERNAL_KEY = "sb_publishable_gateway";

/**
 * PostgREST as implemented by @supabase/lite, without its auth server. Verified token claims are passed to Postgres
 * as request.jwt.claims.
 */
export async function createRestApi({ databaseUrl, key }: RestOptions): Promise<RestApi> {
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const requestClaims = new AsyncLocalStorage<Record<string, unknown>>();
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: { max: 5, onnotice: () => {}, connection: { application_name: "rest" } },
  });
  preventGrants(connection);
  const app = new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: async () => ({ type: "publishable", claims: requestClaims.getStore() ?? {} }),
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
        return await requestClaims.run(claims, () => app.fetch(internal, { peerAddress: null }));
      } catch (error) {
        if (error instanceof TokenError) return unauthorized(error);
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

/**
 * On its first request, lite grants all privileges on all tables to all roles, which hosted Supabase does not. It
 * skips this when row-level security is known to be active. Covered by `tests/tenancy/rest.test.ts`.
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
