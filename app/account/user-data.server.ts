/**
 * Database access for the account area's routes: as the signed-in user, with every failure turned into a
 * response.
 */
import {
  ensureFreshSession,
  getPossiblyExpiredSession,
  getSession,
} from "~/auth/session/auth.server";
import type { Session } from "~/auth/session/request-auth.server";
import { endSession, rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { NOT_SET_UP_HELP } from "~/content/account";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { appError, appErrorResponse, unknownOutcome } from "~/http/app-error";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import {
  classifyDatabaseError,
  driverError,
  isMalformedValue,
  isOutcomeUnknown,
} from "~/platform/database-failure.server";
import { logError, logInfo } from "~/platform/log.server";

const NOT_FOUND = appError(404, "request/not-found", "This page could not be found.");

const NOT_SET_UP = "database/not-set-up";
const UNREACHABLE = "database/unreachable";

const READ_ERRORS = {
  "not-set-up": appError(
    503,
    NOT_SET_UP,
    "We can’t read your account: the database may not be set up.",
  ),
  unreachable: appError(503, UNREACHABLE, "We can’t reach the database right now."),
} as const;

/** Errors of a form. Only `unreachable` and `not-set-up` may claim that nothing was saved. */
const WRITE_ERRORS = {
  "not-set-up": appError(
    503,
    NOT_SET_UP,
    `Nothing was saved: the database may not be set up. ${NOT_SET_UP_HELP}`,
  ),
  unreachable: appError(
    503,
    UNREACHABLE,
    "We can’t reach the database right now. Nothing was saved; please try again.",
  ),
  unexpected: unknownOutcome("database/unexpected"),
  "no-response": unknownOutcome("database/no-response"),
} as const;

/**
 * Runs `read` for the signed-in user, while an expired token is refreshed. Undefined is a row that does not
 * exist: the user's is added, and any other is a 404, as is an id that Postgres can't read. A database
 * failure becomes the page of the area's error boundary.
 */
export async function readAsUser<Result>(
  context: RequestContext,
  read: (database: Database, session: Session) => Promise<Result | undefined>,
): Promise<Result> {
  const session = getPossiblyExpiredSession(context);
  const reading = getDatabase(context).then((database) => read(database, session));
  // Its error is handled below, if the session is confirmed.
  reading.catch(() => {});
  await ensureFreshSession(context);
  try {
    let result = await reading;
    if (result === undefined) {
      const { addUserRow } = await import("./account.server");
      const database = await getDatabase(context);
      if (await addUserRow(database, getSession(context))) {
        logInfo("account.row_added", { requestId: getPlatform(context).requestId });
        result = await read(database, getSession(context));
      }
    }
    if (result !== undefined) return result;
  } catch (error) {
    throw toLoadError(error, context);
  }
  throw appErrorResponse(NOT_FOUND);
}

/**
 * The signed-in user's row, for a live session. Imports the queries lazily, since public pages load this
 * module.
 */
export async function readCurrentUser(context: RequestContext) {
  const { readLiveUser } = await import("./account.server");
  return readAsUser(context, readLiveUser);
}

/** Like `readCurrentUser`, with a version for a sync. */
export async function readReturningUser(context: RequestContext) {
  const { readUserForSync } = await import("./account.server");
  return readAsUser(context, readUserForSync);
}

/**
 * Runs `write` for the signed-in user. A database failure becomes an error of the form, with the submitted
 * `values`.
 */
export async function writeAsUser(
  context: RequestContext,
  values: FormValues,
  write: (database: Database, session: Session) => Promise<FormResult>,
): Promise<FormResult> {
  try {
    return await write(await getDatabase(context), getSession(context));
  } catch (error) {
    // Thrown redirects and error responses are not failures.
    if (!(error instanceof Error)) throw error;
    const failure = classifyDatabaseError(error);
    if (failure === "user-gone" || failure === "session-ended") throw endSession(context);
    const { requestId } = getPlatform(context);
    logError("account.write_failed", driverError(error), { requestId, failure });
    const reason = isOutcomeUnknown(error) ? "no-response" : failure;
    return formError(WRITE_ERRORS[reason], values);
  }
}

/**
 * Converts a database failure into the response for the area's error boundary; returns other errors
 * unchanged.
 */
function toLoadError(error: unknown, context: RequestContext): unknown {
  rethrowSessionEnded(error, context);
  if (isMalformedValue(error)) return appErrorResponse(NOT_FOUND);
  const failure = classifyDatabaseError(error);
  if (failure !== "not-set-up" && failure !== "unreachable") return error;
  const { requestId } = getPlatform(context);
  logError("account.read_failed", driverError(error), { requestId, failure });
  return appErrorResponse(READ_ERRORS[failure]);
}
