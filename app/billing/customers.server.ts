import { eq } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";

/** The user's customers row; undefined before the first checkout. */
export async function readCustomer(database: Database, userId: string | LiveUserId) {
  const [customer] = await database.select().from(customers).where(eq(customers.userId, userId));
  return customer;
}
