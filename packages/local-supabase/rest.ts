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

/** Stands in for the caller's key once the gateway knows who calls. */
const INTERNAL_KEY = "sb_publishable_gateway";

/**
 * PostgREST as @supabase/lite implements it, with its own auth server switched off: it gets the
 * claims of the verified token and hands them to Postgres as request.jwt.claims.
 */
export async function createRestApi({ databaseUrl, key }: RestOptions): Promise<RestApi> {
  const { App } = await import("@supabase/lite");
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const claimsOfRequest = new AsyncLocalStorage<Record<string, unknown>>();
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: { max: 5, onnotice: () => {}, connection: { application_name: "rest" } },
  });
  keepGrants(connection);
  const app = new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: async () => ({ type: "publishable", claims: claimsOfRequest.getStore() ?? {} }),
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
        return await claimsOfRequest.run(claims, () => app.fetch(internal, { peerAddress: null }));
      } catch (error) {
        if (error instanceof TokenError) return unauthorized(error);
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

/**
 * On its first request lite grants everything on every table to every role, as if nobody had revoked
 * anything; hosted Supabase does no such thing. It skips that once it knows that there is row-level
 * security, which here there always is. `tests/tenancy/rest.test.ts` notices if this stops working.
 */
function keepGrants(connection: object): void {
  Object.defineProperty(connection, "rlsState", { value: "active" });
}

async function readClaims(key: SigningKey, caller: Caller): Promise<AccessClaims> {
  if (caller.userToken === undefined) return { role: caller.role };
  return verifyAccessToken(key, caller.userToken);
}

/** PostgREST's answers (docs.postgrest.org, "Errors", group JWT). */
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
