import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** Of the page after a deletion, for the guest that the user is by then. */
export const deletedFlash = createUserCookie("flash-deleted", v.literal(true));
