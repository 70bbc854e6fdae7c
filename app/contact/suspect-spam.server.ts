import type { ContactMessage } from "./schema";

/** A person needs longer than this to read the form and write a message. Milliseconds. */
const MIN_FILL_MS = 2_000;

/**
 * True for a message that looks like a bot's: the hidden field is filled in, or the form came back too soon,
 * without the time it was made at, or with one yet to come. It is stored for an operator all the same.
 */
export function isLikelySpam(
  { website, startedAt }: Pick<ContactMessage, "website" | "startedAt">,
  now = Date.now(),
): boolean {
  return website.trim() !== "" || startedAt <= 0 || now - startedAt < MIN_FILL_MS;
}
