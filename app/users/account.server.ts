import { desc, eq } from "drizzle-orm";
import { items, users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server.ts";

export const ITEMS_PER_PAGE = 50;

/** The user, the customers row and the newest items, in one statement; undefined for an unknown user. */
export function readAccount(database: Database, userId: string) {
  return database.query.users.findFirst({
    where: eq(users.id, userId),
    columns: { id: true, email: true, name: true },
    with: {
      customer: {
        columns: { stripeCustomerId: true, stripePriceId: true, stripeSubscriptionStatus: true },
      },
      items: {
        columns: { id: true, name: true, featured: true, createdAt: true },
        orderBy: [desc(items.createdAt), desc(items.id)],
        limit: ITEMS_PER_PAGE,
      },
    },
  });
}
