import * as v from "valibot";
import { createUserCookie } from "~/navigation/flash.server";

/** Of the two-step settings: the change that led there. */
export const twoStepFlash = createUserCookie(
  "flash-two-step",
  v.picklist(["added", "removed", "recovered"]),
);
