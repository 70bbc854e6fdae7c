import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { createStripe, type Waiting } from "./stripe.server";
import type { Catalogue } from "./subscription";

/** What it takes to bring a row up to date. One at a time per `database`: it is one connection. */
export interface BillingTools {
  readonly database: Database;
  readonly stripe: Stripe;
  readonly catalogue: Catalogue;
  readonly requestId: string;
}

/** The tools of a request; Stripe gets as long as who is `waiting` has patience. */
export async function openBillingTools(
  { config, database, requestId }: Platform,
  waiting?: Waiting,
): Promise<BillingTools> {
  const stripe = createStripe(config.stripe, waiting);
  return { database: await database.get(), stripe, catalogue: config.stripe, requestId };
}
