import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

/** A contact message, as the form sends it. */
export const contactSchema = v.object({
  /** Made with the form, so that a double click or a resend is one message. */
  id: v.pipe(v.string(), v.uuid()),
  /** Forms that do not show the name field send none. */
  name: v.optional(requiredText("Please enter your name")),
  email: requiredText("Please enter your email"),
  message: requiredText("Please enter a message"),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;
