import * as v from "valibot";
import { requiredEmail, requiredText } from "~/forms/parse-form";
import { TURNSTILE_FIELD } from "~/turnstile/names";
import { createId } from "~/ui/browser-features";

/** Maximum lengths in characters. Longer input is rejected, never truncated. */
const MAX_LENGTH = { name: 200, email: 320, message: 10_000 } as const;

/** Minimum time in which a person can fill in the form. Milliseconds. */
const MIN_FILL_MS = 2_000;

/** True for what looks like a bot's: a filled-in honeypot, submitted too fast, or a missing or future render time. */
export function isLikelySpam(
  { website, startedAt }: Pick<ContactMessage, "website" | "startedAt">,
  now = Date.now(),
): boolean {
  return website.trim() !== "" || startedAt <= 0 || now - startedAt < MIN_FILL_MS;
}

/** The start time of a form that failed validation: only a person corrects one, so the next submit is not too fast. */
export function keepStartTime(startedAt: string | undefined, now = Date.now()): string {
  return String(Math.min(Number(startedAt) || now, now - MIN_FILL_MS));
}

/** The message is a function, because the first `Intl` formatter of a process takes 8 ms of the first request. */
function atMost(field: keyof typeof MAX_LENGTH) {
  const max = MAX_LENGTH[field];
  return v.maxLength<string, number, () => string>(
    max,
    () => `Please keep it under ${max.toLocaleString("en-US")} characters`,
  );
}

export const contactSchema = v.object({
  /** Created with the form, so that a resubmitted form is one message. */
  id: v.fallback(v.pipe(v.string(), v.uuid()), createId),
  /** Optional: a form may omit the name field. */
  name: v.optional(v.pipe(requiredText("Please enter your name"), atMost("name"))),
  email: v.pipe(requiredEmail("Please enter your email"), atMost("email")),
  message: v.pipe(requiredText("Please enter a message"), atMost("message")),
  /** Honeypot: hidden, so only bots fill it in. */
  website: v.optional(v.string(), ""),
  /** Added by the Turnstile widget. */
  [TURNSTILE_FIELD]: v.optional(v.string(), ""),
  /** When the form was rendered. Epoch milliseconds. */
  startedAt: v.fallback(v.pipe(v.string(), v.transform(Number), v.number()), 0),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;
