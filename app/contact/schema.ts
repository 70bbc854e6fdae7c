import * as v from "valibot";
import { requiredEmail, requiredText } from "~/forms/parse-form";

/** The longest texts, in characters. Longer ones are refused with a message at their field; nothing is cut. */
const LONGEST = { name: 200, email: 320, message: 10_000 } as const;

const atMost = (field: keyof typeof LONGEST) =>
  v.maxLength<string, number, string>(
    LONGEST[field],
    `Please keep it under ${LONGEST[field].toLocaleString("en-US")} characters`,
  );

/** A contact message, as the form sends it. */
export const contactSchema = v.object({
  /** Made together with the form, so that a form that is sent twice is one message. */
  id: v.pipe(v.string(), v.uuid()),
  /** A form without the name field sends none. */
  name: v.optional(v.pipe(requiredText("Please enter your name"), atMost("name"))),
  email: v.pipe(requiredEmail("Please enter your email"), atMost("email")),
  message: v.pipe(requiredText("Please enter a message"), atMost("message")),
  /** A field that people do not see; only bots fill it in. */
  website: v.optional(v.string(), ""),
  /** What Turnstile's widget adds to the form. */
  "cf-turnstile-response": v.optional(v.string(), ""),
  /** When the form was made. Epoch milliseconds. */
  startedAt: v.optional(v.pipe(v.string(), v.transform(Number), v.number()), "0"),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;
