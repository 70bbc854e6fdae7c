import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Platform } from "~/platform/context.server";

const deletedSchema = v.tuple([v.object({ deleted: v.number() })]);

/**
 * Deletes contact messages whose time is over, at most a thousand a run; returns how many. The times stand in the
 * database's function (delete_expired_contact_messages), and in what the privacy page promises.
 */
export async function deleteExpiredMessages(platform: Platform): Promise<number> {
  const database = await platform.database.get();
  const result = await database.execute(
    sql`select public.delete_expired_contact_messages() as deleted`,
  );
  const [{ deleted }] = v.parse(deletedSchema, result.rows);
  return deleted;
}
