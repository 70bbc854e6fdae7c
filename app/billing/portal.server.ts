import { eq } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server.ts";
import { createStripe } from "./stripe.server.ts";

/** A page at Stripe where the user manages the subscription; undefined without a Stripe customer. */
export async function createPortalUrl(
  platform: Platform,
  userId: string,
  returnUrl: string,
): Promise<string | undefined> {
  const database = await platform.database.get();
  const [row] = await database
    .select({ customer: customers.stripeCustomerId })
    .from(customers)
    .where(eq(customers.userId, userId));
  if (!row?.customer) return undefined;
  const stripe = createStripe(platform.config.stripe);
  const session = await stripe.billingPortal.sessions.create({
    customer: row.customer,
    return_url: returnUrl,
  });
  return session.url;
}
