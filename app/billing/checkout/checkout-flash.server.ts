import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** How long a Checkout session can be paid. */
const SESSION_MAX_AGE_S = 24 * 60 * 60;

const PORTAL_MAX_AGE_S = 60 * 60;

/** When a user left for Stripe, in epoch milliseconds: the settings say what was emailed since. A link alone has none. */
export const leftForStripe = createUserCookie("left-for-stripe", v.number(), PORTAL_MAX_AGE_S);

/** A checkout of this browser: "paid" from the return until the dashboard shows a plan; "address" is a return alone. */
export const checkoutCookie = createUserCookie(
  "checkout",
  v.picklist(["opened", "paid", "address"]),
  SESSION_MAX_AGE_S,
);
