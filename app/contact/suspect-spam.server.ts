import type { ContactMessage } from "./schema";

/** A person needs longer than this to read the form and write a message. Milliseconds. */
const LEAST_FILL_MS = 2_000;

/** True for a message that looks like a bot's. It is stored for an operator all the same. */
export function suspectSpam(
  { website, startedAt }: Pick<ContactMessage, "website" | "startedAt">,
  now = Date.now(),
): boolean {
  return website.trim() !== "" || now - startedAt < LEAST_FILL_MS;
}
