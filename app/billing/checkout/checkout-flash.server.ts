import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** How long a Checkout session can be paid. */
const SESSION_MAX_AGE_S = 24 * 60 * 60;

/** A checkout of this browser: "paid" from the return until the dashboard shows a plan; "address" is a return alone. */
export const checkoutCookie = createUserCookie(
  "checkout",
  v.picklist(["opened", "paid", "address"]),
  SESSION_MAX_AGE_S,
);
