import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** Of the page to choose a password: the account has none, because its address was confirmed elsewhere. */
export const firstPasswordFlash = createUserCookie("flash-first-password", v.literal(true));
