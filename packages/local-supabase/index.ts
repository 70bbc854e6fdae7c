/** Supabase Auth and its REST API on a plain Postgres, behind one address, with the mailbox and the providers of sign-in. */
import { listen, type Service } from "local-kit";
import type { AuthContext } from "./auth/context.ts";
import { createLimits } from "./auth/limits.ts";
import { createMailer } from "./auth/mailer.ts";
import { createAuthServer } from "./auth/server.ts";
import { applySchema, connectAsAuthAdmin } from "./database.ts";
import { createGateway } from "./gateway.ts";
import { readAuthSettings, type SupabaseOptions } from "./options.ts";
import { createRestApi } from "./rest.ts";
import { loadSigningKey } from "./signing-key.ts";

export { type Delivery, type Email, type Mailbox, startMailbox } from "./mailbox/index.ts";
export {
  type OAuthProviders,
  type People,
  type Person,
  startOAuthProviders,
} from "./oauth/index.ts";
export type { AuthSwitches, OutgoingEmail, SupabaseOptions } from "./options.ts";
export { readAuthSwitches } from "./switches.ts";

/**
 * Creates roles, grants, the auth schema and auth.uid()/role()/email()/jwt(), runs `migrate`, and serves /auth/v1 and
 * /rest/v1 on 127.0.0.1. Idempotent; nothing is dropped. Rejects when the port is taken or the database refuses.
 */
export async function startSupabase(options: SupabaseOptions): Promise<Service> {
  const settings = readAuthSettings(options, `http://127.0.0.1:${options.port}`);
  const [key] = await Promise.all([
    loadSigningKey(options.dataDir),
    applySchema(options.databaseUrl),
  ]);
  await options.migrate?.();
  const sql = connectAsAuthAdmin(options.databaseUrl);
  const rest = await createRestApi({ databaseUrl: options.databaseUrl, key });
  const mailer = createMailer({ ...settings, sendEmail: options.sendEmail });
  const context: AuthContext = { sql, settings, key, mailer, limits: createLimits(settings) };
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
