import { eq, sql } from "drizzle-orm";
import { redirectDocument } from "react-router";
import { stripeEvents } from "#drizzle/schema";
import { deleteAuthUser } from "~/auth/auth-admin.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { removeSession } from "~/auth/session/session-cookie.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { CancelBillingError, cancelBilling } from "~/billing/cancel-for-deletion.server";
import { type AppError, OUTAGE_RETRY_S } from "~/forms/app-error";
import { formError } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { driverError } from "~/platform/database-failure.server";
import { logError, logInfo } from "~/platform/log.server";
import { readLiveUser, readUser } from "../account.server";
import { deletionPhrase, deletionSchema } from "../schema";
import { writeAsUser } from "../user-data.server";

/** Where a user goes whose account is deleted: a public page. */
export const ACCOUNT_DELETED_PATH = "/account-deleted";

const NOT_DELETED: AppError = {
  status: 503,
  code: "account/not-deleted",
  // Also without an answer: the next try then finds the account deleted, and says so.
  message:
    "Any subscription is canceled, but we got no confirmation that your account was deleted. Please try again in a moment.",
  retryAfterS: OUTAGE_RETRY_S,
};

/**
 * Deletes the signed-in user: billing first, then the auth user, and with it, in one transaction of the
 * database, every row about them (0000_schema.sql), and last the traces in the auth server's own log. Each step may be repeated, so a try
 * that failed halfway is finished by the next one.
 */
export async function deleteAccount(context: RequestContext, formData: FormData) {
  const platform = getPlatform(context);
  const done = () => {
    removeSession(platform);
    return redirectDocument(ACCOUNT_DELETED_PATH);
  };
  return writeAsUser(context, {}, async (database, session) => {
    const user = await readLiveUser(database, session).catch(async (error: unknown) => {
      // Sent once more after the answer was lost: the session is gone with the account.
      if (isSessionEnded(error) && !(await readUser(database, session.userId))) return undefined;
      throw error;
    });
    if (!user) throw done();
    const form = parseForm(deletionSchema(deletionPhrase(user.email)), formData);
    if (!form.ok) return form.result;
    const values = { confirmation: form.value.confirmation };
    const refusal = checkRecentLogin(session, values);
    if (refusal) return refusal;

    try {
      await cancelBilling(platform, user.id);
      await forgetEvents(database, user.customer?.stripeCustomerId);
      await deleteAuthUser(platform.config.supabase, user.id);
    } catch (error) {
      logError("account.deletion_failed", error, { requestId: platform.requestId });
      const isBilling = error instanceof CancelBillingError;
      return formError(
        isBilling ? { ...NOT_DELETED, message: error.message } : NOT_DELETED,
        values,
      );
    }
    await forgetTraces(database, user.id, platform.requestId);
    logInfo("account.deleted", { requestId: platform.requestId });
    throw done();
  });
}

/** The auth server's own log and unfinished flows. The account is gone by now, whatever becomes of them. */
async function forgetTraces(database: Database, userId: string, requestId: string): Promise<void> {
  try {
    await database.execute(sql`select public.forget_auth_traces(${userId}::uuid)`);
  } catch (error) {
    logError("account.traces_left", driverError(error), { requestId, user: userId });
  }
}

/** Deletes the customer's entries in the ledger of webhook deliveries. Those that come later are deleted by age. */
async function forgetEvents(database: Database, customerId: string | null | undefined) {
  if (customerId)
    await database.delete(stripeEvents).where(eq(stripeEvents.stripeCustomerId, customerId));
}
