import { appError } from "~/http/app-error";
import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { TURNSTILE_FIELD } from "~/turnstile/names";
import { checkTurnstile } from "~/turnstile/turnstile.server";
import { forwardMessages } from "./forward-messages.server";
import { type ContactMessage, isLikelySpam } from "./schema";
import { appendRow, toSheetRow } from "./sheet.server";
import { storeMessage } from "./store-message.server";

export const NOT_SENT = appError(
  503,
  "contact/not-sent",
  "Your message could not be sent. Please try again in a moment.",
);

/** With a last attempt within the 30 seconds that Cloudflare grants after a response; the cron forwards the rest. */
const FORWARD_BUDGET_MS = 5_000;

/**
 * Stores a message and starts forwarding it. If the database is down, appends it to the spreadsheet directly,
 * marked if it is suspect. False if both failed, so the sender must see an error.
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
  const text = isSuspect ? `[Suspected spam] ${message}` : message;
  const outcome = await appendRow(config.sheet, toSheetRow({ name, email, message: text }), id);
  if (outcome.kind === "accepted")
    logInfo("contact.forwarded_directly", { requestId, messageId: id });
  else logError("contact.lost_both_ways", new Error(outcome.error), { requestId, messageId: id });
  return outcome.kind === "accepted";
}
