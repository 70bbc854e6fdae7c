import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

const PORTAL_MAX_AGE_S = 60 * 60;

/**
 * When a user left for Stripe, in epoch milliseconds: the settings say what was emailed since; once after
 * the return, unless it is "unknown" what happened there. A link alone has none.
 */
export const stripeVisit = createUserCookie(
  "left-for-stripe",
  v.strictObject({ at: v.number(), state: v.picklist(["away", "back", "unknown"]) }),
  PORTAL_MAX_AGE_S,
);

/** The time that a webhook may take. */
const CHECKOUT_MAX_AGE_S = 10 * 60;

/**
 * A return from checkout, until the dashboard shows a plan: "paid" says Stripe, "unknown" while it does not
 * answer.
 */
export const checkoutFlash = createUserCookie(
  "flash-checkout",
  v.picklist(["paid", "unknown"]),
  CHECKOUT_MAX_AGE_S,
);
