/** Request contexts with the local configuration, and session cookies, for unit tests. */
import { RouterContextProvider } from "react-router";
import { type Config, parseConfig } from "../../../app/platform/config.server.ts";
import { createPlatform, platformContext } from "../../../app/platform/context.server.ts";
import { portsAt } from "../../../tools/shared/settings.ts";
import { localVariables } from "../../../tools/shared/site-variables.ts";
import { createAccount, sessionCookie, signIn } from "../auth-server.ts";

/** A rate limit that never applies. */
const ALLOW: RateLimit = { limit: async () => ({ success: true }) };

export interface ContextOptions {
  readonly request?: Request;
  /** Additional variables. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly rateLimits?: { readonly network: RateLimit; readonly identifier: RateLimit };
  readonly databaseUrl?: string;
}

/** A context before any middleware, by default without services. */
export function createRequestContext(options: ContextOptions = {}): RouterContextProvider {
  const { request, variables, databaseUrl = "postgres://nowhere" } = options;
  const { rateLimits = { network: ALLOW, identifier: ALLOW } } = options;
  const local = localVariables(portsAt(0), "http://localhost:5173");
  const context = new RouterContextProvider();
  const platform = createPlatform({
    config: parseConfig({ ...local, ...variables }),
    env: {
      NETWORK_RATE_LIMIT: rateLimits.network,
      IDENTIFIER_RATE_LIMIT: rateLimits.identifier,
      HYPERDRIVE: { connectionString: databaseUrl },
    },
    ctx: { waitUntil: () => {} },
    requestId: "test",
    ...(request ? { request } : {}),
  });
  context.set(platformContext, platform);
  return context;
}

/** The id of a new account, which its forms carry, and a session of it as a `Cookie` header. */
export async function createSession(
  supabase: Config["supabase"],
  email = `person-${crypto.randomUUID()}@example.com`,
): Promise<{ account: string; cookie: string }> {
  const account = await createAccount(supabase.url, email);
  return { account, cookie: sessionCookie(await signIn(supabase.url, email)) };
}
