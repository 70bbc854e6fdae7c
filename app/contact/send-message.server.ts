import { appError } from "~/http/app-error";
import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { TURNSTILE_FIELD } from "~/turnstile/names";
import { checkTurnstile } from "~/turnstile/turnstile.server";
import { forwardMessages } from "./forward-messages.server";
import { type ContactMessage, isLikelySpam } from "./schema";
import { appendRow, toSheetRow } from "./sheet.server";
import { type Sender, storeMessage } from "./store-message.server";

export const NOT_SENT = appError(
  503,
  "contact/not-sent",
  "Your message could not be sent. Please try again in a moment.",
);

/** Retries fit within the 30 seconds of Cloudflare's `waitUntil`; the cron forwards the rest. */
const FORWARD_BUDGET_MS = 5_000;

/**
 * Stores a message and starts forwarding it. If the database is down, appends it to the spreadsheet directly.
 * Suspected spam is marked; a signed-in sender is no suspect and gets a copy. False if both failed, so the
 * sender must see an error.
 */
export async function sendMessage(
  platform: Platform,
  message: ContactMessage,
  { account = "", reply }: Omit<Sender, "isSuspect"> = {},
): Promise<boolean> {
  const isSuspect =
    account === "" &&
    (isLikelySpam(message) ||
      // A message without a verdict is marked, not dropped.
      (await checkTurnstile(platform, message[TURNSTILE_FIELD], "contact")) !== "passed");
  const { requestId } = platform;
  try {
    await storeMessage(await platform.database.get(), message, { isSuspect, account, reply });
  } catch (error) {
    logError("contact.not_stored", error, { requestId });
    return forwardDirectly(platform, message, isSuspect);
  }
  if (isSuspect) logInfo("contact.suspect", { requestId, messageId: message.id });
  platform.waitUntil(
    forwardMessages(platform, FORWARD_BUDGET_MS).catch((error) => {
      logError("contact.forward_failed", error, { requestId });
    }),
  );
  return true;
}

async function forwardDirectly(
  { config, requestId }: Platform,
  { id, name = "", email, message }: ContactMessage,
  isSuspect: boolean,
): Promise<boolean> {
  const outcome = config.sheet
    ? await appendRow(config.sheet, toSheetRow({ name, email, message }, isSuspect), id)
    : ({ kind: "rejected", error: "switched off" } as const);
  if (outcome.kind === "accepted")
    logInfo("contact.forwarded_directly", { requestId, messageId: id });
  else logError("contact.lost_both_ways", new Error(outcome.error), { requestId, messageId: id });
  return outcome.kind === "accepted";
}
