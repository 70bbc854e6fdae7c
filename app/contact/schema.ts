import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

/** The longest texts, in characters. Longer ones are refused with a message at their field; nothing is cut. */
const LONGEST = { name: 200, email: 320, message: 10_000 } as const;

const bounded = (field: keyof typeof LONGEST, message: string) =>
  v.pipe(
    requiredText(message),
    v.maxLength(
      LONGEST[field],
      `Please keep it under ${LONGEST[field].toLocaleString("en-US")} characters`,
    ),
  );

/** A contact message, as the form sends it. */
export const contactSchema = v.object({
  /** Made together with the form, so that a form that is sent twice is one message. */
  id: v.pipe(v.string(), v.uuid()),
  /** A form without the name field sends none. */
  name: v.optional(bounded("name", "Please enter your name")),
  email: v.pipe(
    bounded("email", "Please enter your email"),
    v.regex(/^[^\s@]+@[^\s@]+$/, "Please enter an email address we can answer to"),
  ),
  message: bounded("message", "Please enter a message"),
  /** A field that people do not see; only bots fill it in. */
  website: v.optional(v.string(), ""),
  /** What Turnstile's widget adds to the form. */
  "cf-turnstile-response": v.optional(v.string(), ""),
  /** When the form was made. Epoch milliseconds. */
  startedAt: v.optional(v.pipe(v.string(), v.transform(Number), v.number()), "0"),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;
