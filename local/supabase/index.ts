import { listen } from "../../tools/http-server.ts";
import type { Service } from "../service.ts";
import type { AuthContext } from "./auth/context.ts";
import { createLimits } from "./auth/limits.ts";
import { createMailer } from "./auth/mailer.ts";
import { createAuthServer } from "./auth/server.ts";
import { applySchema, connectAsAuthAdmin } from "./database.ts";
import { createGateway } from "./gateway.ts";
import { readAuthSettings, type SupabaseOptions } from "./options.ts";
import { createRestApi } from "./rest.ts";
import { loadSigningKey } from "./signing-key.ts";

export type { OutgoingEmail, SupabaseOptions } from "./options.ts";

export interface PreparedSupabase {
  /** Serves /auth/v1 and /rest/v1. Call it once the app's migrations have run. */
  listen(): Promise<Service>;
  /** Closes database connections, and the server if it listens. */
  close(): Promise<void>;
}

/**
 * Creates roles, grants, the auth schema and auth.uid()/role()/email()/jwt() so that the app's
 * migrations can run. Idempotent; nothing is dropped.
 */
export async function prepareSupabase(options: SupabaseOptions): Promise<PreparedSupabase> {
  const url = `http://127.0.0.1:${options.port}`;
  const settings = readAuthSettings(options, url);
  const [key] = await Promise.all([
    loadSigningKey(options.dataDir),
    applySchema(options.databaseUrl),
  ]);
  const sql = connectAsAuthAdmin(options.databaseUrl);
  const rest = await createRestApi({ databaseUrl: options.databaseUrl, key });
  const mailer = createMailer({ ...settings, sendEmail: options.sendEmail });
  const context: AuthContext = { sql, settings, key, mailer, limits: createLimits(settings) };
  const gateway = createGateway({ ...options, auth: createAuthServer(context), rest });
  let closeServer = async () => {};

  async function close(): Promise<void> {
    await closeServer();
    await Promise.all([sql.end({ timeout: 5 }), rest.close()]);
  }

  return {
    async listen() {
      const server = await listen((request) => gateway.fetch(request), options.port);
      closeServer = server.close;
      return { name: "Supabase", url: server.url, close };
    },
    close,
  };
}
