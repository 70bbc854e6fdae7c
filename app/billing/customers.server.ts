import { eq } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Database } from "~/platform/database.server.ts";

/** The user's customers row; undefined before the first checkout. */
export function readCustomer(database: Database, userId: string) {
  return database.query.customers.findFirst({ where: eq(customers.userId, userId) });
}
