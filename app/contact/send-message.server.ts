import { contact } from "~/content/marketing/contact";
import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { checkTurnstile, TURNSTILE_FIELD } from "~/turnstile/turnstile.server";
import { forwardMessages } from "./forward-messages.server";
import type { ContactMessage } from "./schema";
import { appendRow, toSheetRow } from "./sheet.server";
import { storeMessage } from "./store-message.server";

/** With a last attempt within the 30 seconds that Cloudflare grants after a response; the cron forwards the rest. */
const FORWARD_BUDGET_MS = 5_000;

/** Minimum time in which a person can fill in the form. Milliseconds. */
const MIN_FILL_MS = 2_000;

/**
 * Stores a message and starts forwarding it. If the database is down, appends it to the spreadsheet directly, marked if
 * it is suspect. False if both failed, so the sender must see an error.
 */
export async function sendMessage(platform: Platform, message: ContactMessage): Promise<boolean> {
  const token = message[TURNSTILE_FIELD];
  let isSuspect =
    isLikelySpam(message) ||
    // Without a verdict the message is stored for review, not dropped.
    (await checkTurnstile(platform, token, "contact")) !== "passed";
  try {
    isSuspect = await storeMessage(await platform.database.get(), message, isSuspect);
  } catch (error) {
    logError("contact.not_stored", error, { requestId: platform.requestId });
    return forwardDirectly(platform, message, isSuspect);
  }
  if (isSuspect)
    logInfo("contact.suspect", { requestId: platform.requestId, messageId: message.id });
  else
    platform.waitUntil(
      forwardMessages(platform, FORWARD_BUDGET_MS).catch((error) => {
        logError("contact.forward_failed", error, { requestId: platform.requestId });
      }),
    );
  return true;
}

async function forwardDirectly(
  { config, requestId }: Platform,
  { id, name = "", email, message }: ContactMessage,
  isSuspect: boolean,
): Promise<boolean> {
  const text = isSuspect ? contact.suspected(message) : message;
  const outcome = await appendRow(config.sheet, toSheetRow({ name, email, message: text }), id);
  if (outcome.kind === "accepted")
    logInfo("contact.forwarded_directly", { requestId, messageId: id });
  else logError("contact.lost_both_ways", new Error(outcome.error), { requestId, messageId: id });
  return outcome.kind === "accepted";
}

/**
 * True for a message that looks like a bot's: filled-in honeypot, submitted too fast, or with a missing or future
 * render time.
 */
export function isLikelySpam(
  { website, startedAt }: Pick<ContactMessage, "website" | "startedAt">,
  now = Date.now(),
): boolean {
  return website.trim() !== "" || startedAt <= 0 || now - startedAt < MIN_FILL_MS;
}
