/** Returns from Stripe: one sync, and a flash of what changed since the user left. */
import { createUserCookie, settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import { syncUser } from "../sync/sync-user.server";
import type { UserSyncVersion } from "../sync/sync-version.server";
import { readPlanAtStripe } from "./billing-details.server";
import { describeChange, planSnapshotSchema, RETURN_UNKNOWN } from "./return-notice.server";

const PORTAL_MAX_AGE_S = 60 * 60;

/** The plan that a user had when they left for Stripe. A link to the return alone has none, and says nothing. */
export const planBeforePortal = createUserCookie(
  "plan-before",
  planSnapshotSchema,
  PORTAL_MAX_AGE_S,
);

/**
 * Syncs, and leaves a flash for the settings: what changed since the user left for Stripe. Without the cookie of
 * that moment it only syncs. `user` is undefined when their row could not be read.
 */
export async function flashPlanChange(
  platform: Platform,
  userId: string,
  user: { readonly id: string; readonly syncVersion: UserSyncVersion } | undefined,
): Promise<void> {
  const before = planBeforePortal.read(platform, userId);
  planBeforePortal.remove(platform);
  const state = user && (await syncUser(platform, user));
  if (!before) return;
  const notice = state
    ? describeChange(before, readPlanAtStripe(state, platform.config.stripe))
    : RETURN_UNKNOWN;
  if (notice) settingsFlash.set(platform, userId, notice);
}
