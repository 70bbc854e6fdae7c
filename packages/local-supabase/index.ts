/** Supabase Auth and REST API on plain Postgres, with a mailbox and OAuth providers. */
import { listen, type Service } from "local-kit";
import type { AuthContext } from "./auth/context.ts";
import { createMailer } from "./auth/mail/mailer.ts";
import { createRateLimiter } from "./auth/rate-limiter.ts";
import { createAuthServer } from "./auth/server.ts";
import { resolveAuthSettings, type SupabaseOptions } from "./config/options.ts";
import { applySchema, connectAsAuthAdmin } from "./database.ts";
import { createGateway } from "./gateway.ts";
import { createRestApi } from "./rest/index.ts";
import { loadSigningKey } from "./signing-key.ts";

export {
  type OutgoingEmail,
  readAuthOverrides,
  type SupabaseOptions,
} from "./config/options.ts";
export { type IncomingEmail, type Mailbox, startMailbox } from "./mailbox/index.ts";
export {
  type OAuthProviders,
  startOAuthProviders,
  type TestUsers,
} from "./oauth/index.ts";

/**
 * Creates roles, grants, the auth schema, and auth.uid()/role()/email()/jwt(), runs `migrate`, and serves
 * /auth/v1 and /rest/v1 on 127.0.0.1. Idempotent; drops nothing. Rejects when the port is in use or the
 * database fails.
 */
export async function startSupabase(options: SupabaseOptions): Promise<Service> {
  const settings = resolveAuthSettings(options, `http://127.0.0.1:${options.port}`);
  const [key] = await Promise.all([
    loadSigningKey(options.dataDir),
    applySchema(options.databaseUrl),
  ]);
  await options.migrate?.();
  const sql = connectAsAuthAdmin(options.databaseUrl);
  const rest = await createRestApi({ databaseUrl: options.databaseUrl, key });
  const mailer = createMailer({ ...settings, sendEmail: options.sendEmail });
  const context: AuthContext = {
    sql,
    settings,
    key,
    mailer,
    rateLimiter: createRateLimiter(settings),
  };
  const gateway = createGateway({ ...options, auth: createAuthServer(context), rest });
  const disconnect = () => Promise.all([sql.end({ timeout: 5 }), rest.close()]);
  const server = await listen((request) => gateway.fetch(request), options.port).catch(
    async (error) => {
      await disconnect();
      throw error;
    },
  );
  return {
    name: "Supabase",
    url: server.url,
    async close() {
      await server.close();
      await disconnect();
    },
  };
}
