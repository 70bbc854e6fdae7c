import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { CHALLENGE_FIELD, checkChallenge } from "~/platform/turnstile.server";
import { forwardMessages } from "./forward-messages.server";
import type { ContactMessage } from "./schema";
import { appendRow } from "./sheet.server";
import { toSheetRow } from "./sheet-row.server";
import { storeMessage } from "./store-message.server";
import { isLikelySpam } from "./suspect-spam.server";

/** How long messages are forwarded after the sender has the answer; the cron forwards the rest. */
const FORWARD_BUDGET_MS = 10_000;

/**
 * Stores a message, or hands it to the spreadsheet at once while the database is down. False when neither worked,
 * and the sender must be told.
 */
export async function sendMessage(platform: Platform, message: ContactMessage): Promise<boolean> {
  const token = message[CHALLENGE_FIELD];
  let isSuspect =
    isLikelySpam(message) ||
    // One that could not be checked is kept for an operator, not lost.
    (await checkChallenge(platform, token, "contact")) !== "passed";
  try {
    isSuspect = await storeMessage(await platform.database.get(), message, isSuspect);
  } catch (error) {
    logError("contact.not_stored", error, { requestId: platform.requestId });
    return isSuspect || (await forwardDirectly(platform, message));
  }
  if (isSuspect)
    logInfo("contact.suspect", { requestId: platform.requestId, messageId: message.id });
  else
    platform.waitUntil(
      forwardMessages(platform, FORWARD_BUDGET_MS).catch((error) =>
        logForwardFailure(error, platform),
      ),
    );
  return true;
}

async function forwardDirectly(
  { config, requestId }: Platform,
  { id, name = "", email, message }: ContactMessage,
): Promise<boolean> {
  const outcome = await appendRow(config.sheet, toSheetRow({ name, email, message }), id);
  if (outcome.kind === "accepted")
    logInfo("contact.forwarded_directly", { requestId, messageId: id });
  else logError("contact.lost_both_ways", new Error(outcome.error), { requestId, messageId: id });
  return outcome.kind === "accepted";
}

function logForwardFailure(error: unknown, { requestId }: Platform): void {
  logError("contact.forward_failed", error, { requestId });
}
