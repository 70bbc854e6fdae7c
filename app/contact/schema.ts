import * as v from "valibot";
import { atMost, requiredEmail, requiredText } from "~/forms/parse-form";
import { TURNSTILE_FIELD } from "~/turnstile/names";
import { createId } from "~/ui/browser-features";

/** Minimum time in which a person can fill in the form. Milliseconds. */
const MIN_FILL_MS = 2_000;

/**
 * True for what looks like a bot's: a filled-in honeypot, submitted too fast, or a missing or future render
 * time.
 */
export function isLikelySpam(
  { extra, startedAt }: Pick<ContactMessage, "extra" | "startedAt">,
  now = Date.now(),
): boolean {
  return extra.trim() !== "" || startedAt <= 0 || now - startedAt < MIN_FILL_MS;
}

/**
 * The start time of a form that failed validation: only a person corrects one, so the next submit is not too
 * fast.
 */
export function keepStartTime(startedAt: string | undefined, now = Date.now()): string {
  return String(Math.min(Number(startedAt) || now, now - MIN_FILL_MS));
}

export const contactSchema = v.object({
  /** Created with the form, so that a resubmitted form is one message. */
  id: v.fallback(v.pipe(v.string(), v.uuid()), createId),
  /** Optional: a form may omit the name field. */
  name: v.optional(v.pipe(requiredText("Please enter your name"), atMost(200))),
  email: requiredEmail("Please enter your email"),
  message: v.pipe(requiredText("Please enter a message"), atMost(10_000)),
  /** Honeypot: hidden, so only bots fill it in. A browser's profile has no such field. */
  extra: v.optional(v.string(), ""),
  /** Added by the Turnstile widget. */
  [TURNSTILE_FIELD]: v.optional(v.string(), ""),
  /** When the form was rendered. Epoch milliseconds. */
  startedAt: v.fallback(v.pipe(v.string(), v.transform(Number), v.number()), 0),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;
