/** Returns from Stripe: one sync, and a flash of what changed since the user left. */
import { createUserCookie, settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import type { StripeCustomer } from "../stripe/stripe-customer.server";
import { syncUser } from "../sync/sync-user.server";
import type { UserSyncVersion } from "../sync/sync-version.server";
import { readPlanAtStripe } from "./billing-details.server";
import {
  describeChange,
  type PlanSnapshot,
  planSnapshotSchema,
  RETURN_UNKNOWN,
  type ReturnNotice,
} from "./return-notice.server";

const PORTAL_MAX_AGE_S = 60 * 60;

/** The plan that a user had when they left for Stripe. A link to the return alone has none, and says nothing. */
export const planBeforePortal = createUserCookie(
  "plan-before",
  planSnapshotSchema,
  PORTAL_MAX_AGE_S,
);

/**
 * Syncs, and leaves a flash for the settings: what changed since `before`, or `otherwise` if nothing did.
 * Without `before` it only syncs.
 */
export async function flashPlanChange(
  platform: Platform,
  user: { readonly id: string; readonly syncVersion: UserSyncVersion },
  before: PlanSnapshot | null,
  otherwise: ReturnNotice | null = null,
): Promise<void> {
  const customer = await syncUser(platform, user);
  if (!before) return;
  const notice = customer ? (describe(platform, before, customer) ?? otherwise) : RETURN_UNKNOWN;
  if (notice) settingsFlash.set(platform, user.id, notice);
}

const describe = ({ config }: Platform, before: PlanSnapshot, customer: StripeCustomer) =>
  describeChange(before, readPlanAtStripe(customer, config.stripe));
