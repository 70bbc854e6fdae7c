import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** Change that the two-step settings confirm once. */
export const twoStepFlash = createUserCookie(
  "flash-two-step",
  v.picklist(["added", "removed", "recovered"]),
);
