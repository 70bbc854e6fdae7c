import type { ContactMessage } from "./schema";

/** Nobody reads the form and writes a message in less. Milliseconds. */
const LEAST_FILL_MS = 2_000;

/** True for what a bot would send. The message is kept for an operator all the same. */
export function suspectSpam(
  { website, startedAt }: Pick<ContactMessage, "website" | "startedAt">,
  now = Date.now(),
): boolean {
  return website.trim() !== "" || now - startedAt < LEAST_FILL_MS;
}
