import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** Set when Checkout redirects back; the dashboard greets once. */
export const checkoutFlash = createUserCookie("flash-checkout", v.literal("paid"));
