import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** Of the dashboard: the user returns from a checkout. */
export const checkoutFlash = createUserCookie("flash-checkout", v.literal("paid"));
