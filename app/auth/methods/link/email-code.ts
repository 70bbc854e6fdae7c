import * as v from "valibot";
import { typedCode } from "~/forms/typed-code";
import { emailSchema } from "../password/schema";

/** The code beside an emailed link, for the address that the email was requested for. */
export const emailCodeSchema = v.object({ ...emailSchema.entries, code: typedCode });
