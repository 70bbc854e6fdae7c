import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

const PORTAL_MAX_AGE_S = 60 * 60;

/**
 * A visit to Stripe, since which the settings say what was emailed: `at` is when the user left, in epoch
 * milliseconds. After the return they say it once, unless it is "unknown" what happened there.
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
