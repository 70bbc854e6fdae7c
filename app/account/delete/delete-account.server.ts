import { sql } from "drizzle-orm";
import { href, redirectDocument } from "react-router";
import * as v from "valibot";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { removeSession } from "~/auth/session/cookie/session-cookie.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { CancelBillingError, cancelBilling } from "~/billing/checkout/cancel-billing.server";
import { formError } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError } from "~/http/app-error";
import { createGuestCookie } from "~/navigation/flash.server";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { logError, logInfo } from "~/platform/log.server";
import { readLiveUser, readUser } from "../account.server";
import { writeAsUser } from "../user-data.server";
import { deletionSchema, getDeletionPhrase } from "./schema";

/** Confirms a deletion to the guest that the user is by then. */
export const deletedFlash = createGuestCookie("flash-deleted", v.literal(true));

/**
 * Unknown, but no `unknownOutcome`: the page of a deleted account can't be read again, and a retry tells.
 */
const NOT_CONFIRMED = appError(
  503,
  "account/not-deleted",
  "We don’t know whether your account is deleted. Any subscription is canceled. Please try again in a moment.",
);

/** Cancels billing, then deletes the user with all rows (0000_schema.sql). Idempotent, so a retry resumes. */
export async function deleteAccount(context: RequestContext, formData: FormData) {
  const platform = getPlatform(context);
  const done = () => {
    removeSession(platform);
    deletedFlash.set(platform, true);
    return redirectDocument(href("/account-deleted"));
  };
  return writeAsUser(context, {}, async (database, session) => {
    const user = await readLiveUser(database, session).catch(async (error: unknown) => {
      // A retry after a lost response: the session was deleted with the account.
      if (isSessionEnded(error) && !(await readUser(database, session.userId))) return undefined;
      throw error;
    });
    if (!user) {
      const { error } = await createStatelessClient(platform).admin.getUserById(session.userId);
      if (error?.status === 404) throw done();
      return formError(NOT_CONFIRMED);
    }
    const form = parseForm(deletionSchema(getDeletionPhrase(user.email)), formData);
    if (!form.ok) return form.error;
    const values = { confirmation: form.value.confirmation };
    const loginError = await checkRecentLogin(platform, session, values);
    if (loginError) return loginError;

    try {
      await cancelBilling(platform, user.id);
      // Through Supabase Auth, so that the Worker's database role does not need the permission.
      const { error } = await createStatelessClient(platform).admin.deleteUser(user.id);
      if (error && error.status !== 404) throw error;
    } catch (error) {
      logError("account.deletion_failed", error, { requestId: platform.requestId });
      const isBilling = error instanceof CancelBillingError;
      const { message } = isBilling ? error : NOT_CONFIRMED;
      return formError({ ...NOT_CONFIRMED, message }, values);
    }
    const { requestId } = platform;
    // The account is deleted already, so a failure is only logged.
    await database
      .execute(sql`select public.purge_auth_audit_log(${user.id}::uuid)`)
      .catch((error: unknown) =>
        logError("account.purge_failed", driverError(error), { requestId, userId: user.id }),
      );
    logInfo("account.deleted", { requestId });
    throw done();
  });
}
