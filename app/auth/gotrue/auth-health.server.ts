/** Whether Supabase Auth accepts the secret key, and its tables are as our functions expect. */
import { sql } from "drizzle-orm";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { classifyDatabaseError, driverError } from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";
import { createStatelessClient } from "./client.server";

const NO_USER = "00000000-0000-4000-8000-000000000000";

/** A monitor's own User-Agent passes where browsers are rejected. */
const BROWSER = "Mozilla/5.0";

/**
 * Asks Supabase Auth, as for a browser, for a user that does not exist: only a valid secret key may.
 * Returns the status with which it fails the request, 1 without a response, and 0 when it works.
 */
export async function readAuthError(platform: Platform): Promise<number> {
  const visit = { ...platform, userAgent: BROWSER };
  const { error } = await createStatelessClient(visit).admin.getUserById(NO_USER);
  return error && error.status !== 404 ? error.status || 1 : 0;
}

/**
 * Functions that read or change Supabase Auth's own tables (docs/decisions/0029-supabase-auth-tables.md),
 * with their arity.
 */
export const AUTH_FUNCTIONS: Readonly<Record<string, number>> = {
  add_user_row: 1,
  cancel_email_change: 1,
  find_link_owner: 1,
  has_password: 1,
  list_devices: 1,
  list_sign_ins: 1,
  pending_email_change: 1,
  require_live_session: 2,
  sign_out_device: 3,
  sign_out_other_devices: 2,
  void_unproven_password: 2,
};

/** Calls each for a user that does not exist, and logs those that fail, e.g. because a column was renamed. */
export async function countFailingAuthFunctions(
  database: Pick<Database, "execute">,
  { requestId }: Pick<Platform, "requestId">,
  functions = AUTH_FUNCTIONS,
): Promise<number> {
  let failing = 0;
  for (const [name, arity] of Object.entries(functions)) {
    const values = Array.from({ length: arity }, () => sql`${NO_USER}`);
    try {
      await database.execute(
        sql`select public.${sql.identifier(name)}(${sql.join(values, sql`, `)})`,
      );
    } catch (error) {
      if (classifyDatabaseError(error) === "session-ended") continue;
      failing += 1;
      logError("auth.function_failed", driverError(error), { name, requestId });
    }
  }
  return failing;
}
