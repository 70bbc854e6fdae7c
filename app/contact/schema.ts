import * as v from "valibot";
import { contactErrors } from "~/content/marketing/contact";
import { requiredEmail, requiredText } from "~/forms/parse-form";

/** Maximum lengths in characters. Longer input is rejected, never truncated. */
const MAX_LENGTH = { name: 200, email: 320, message: 10_000 } as const;

/** The message is a function, because the first `Intl` formatter of a process takes 8 ms of the first request. */
function atMost(field: keyof typeof MAX_LENGTH) {
  const max = MAX_LENGTH[field];
  return v.maxLength<string, number, () => string>(max, () => contactErrors.tooLong(max));
}

export const contactSchema = v.object({
  /** Created with the form, so that a resubmitted form is one message. */
  id: v.fallback(v.pipe(v.string(), v.uuid()), () => crypto.randomUUID()),
  /** Optional: a form may omit the name field. */
  name: v.optional(v.pipe(requiredText(contactErrors.name), atMost("name"))),
  email: v.pipe(requiredEmail(contactErrors.email), atMost("email")),
  message: v.pipe(requiredText(contactErrors.message), atMost("message")),
  /** Honeypot: hidden, so only bots fill it in. */
  website: v.optional(v.string(), ""),
  /** Added by the Turnstile widget. */
  "cf-turnstile-response": v.optional(v.string(), ""),
  /** When the form was rendered. Epoch milliseconds. */
  startedAt: v.fallback(v.pipe(v.string(), v.transform(Number), v.number()), 0),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;
