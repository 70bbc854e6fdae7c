import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { CHALLENGE_FIELD, checkChallenge } from "~/platform/turnstile.server";
import { forwardMessages } from "./forward-messages.server";
import type { ContactMessage } from "./schema";
import { appendRow } from "./sheet.server";
import { toSheetRow } from "./sheet-row.server";
import { storeMessage } from "./store-message.server";
import { suspectSpam } from "./suspect-spam.server";

/** How long messages are forwarded after the sender has the answer; the cron forwards the rest. */
const FORWARD_BUDGET_MS = 10_000;

/** What became of a message: "too-many" when its sender sent too many within a day. */
export type SendOutcome = "sent" | "too-many" | "not-sent";

/**
 * Stores a message, or hands it to the spreadsheet at once while the database is down. "not-sent" means that
 * neither worked, and the sender must be told.
 */
export async function sendMessage(
  platform: Platform,
  message: ContactMessage,
): Promise<SendOutcome> {
  const token = message[CHALLENGE_FIELD];
  const isSuspect =
    suspectSpam(message) ||
    // One that could not be checked is kept for an operator, not lost.
    (await checkChallenge(platform, token, "contact")) !== "passed";
  try {
    const outcome = await storeMessage(await platform.database.get(), message, isSuspect);
    if (outcome === "too-many") return outcome;
  } catch (error) {
    logError("contact.not_stored", error, { requestId: platform.requestId });
    const isDone = isSuspect || (await forwardDirectly(platform, message));
    return isDone ? "sent" : "not-sent";
  }
  if (isSuspect)
    logInfo("contact.suspect", { requestId: platform.requestId, messageId: message.id });
  else platform.waitUntil(forwardMessages(platform, FORWARD_BUDGET_MS).catch(logForwardFailure));
  return "sent";
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

function logForwardFailure(error: unknown): void {
  logError("contact.forward_failed", error);
}
