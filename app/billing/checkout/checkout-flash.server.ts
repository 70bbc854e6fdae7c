import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** How long a Checkout session can be paid. */
const SESSION_MAX_AGE_S = 24 * 60 * 60;

/** The user opened a checkout in this browser. */
export const checkoutOpened = createUserCookie(
  "checkout-opened",
  v.literal("opened"),
  SESSION_MAX_AGE_S,
);

/** How the user returned to the dashboard: from a checkout of this browser, or by the address alone. */
export const checkoutFlash = createUserCookie("flash-checkout", v.picklist(["paid", "address"]));
