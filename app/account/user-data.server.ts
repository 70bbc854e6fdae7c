/** Database access for the account area's routes: as the signed-in user, with every failure turned into a response. */
import { data } from "react-router";
import { ensureFreshSession, getSession, getStaleSession } from "~/auth/session/auth.server";
import type { Session } from "~/auth/session/request-auth.server";
import { endSession, rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { readErrors, writeErrors } from "~/content/account";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { type AppError, OUTAGE_RETRY_S, responseInit } from "~/http/app-error";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import {
  classifyDatabaseError,
  driverError,
  isOutcomeUnknown,
} from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";
import type { AccountLoadErrorData } from "./account-load-error";

/**
 * Runs `read`, which only reads, for the signed-in user. Ends the session if `read` returns undefined (a deleted user's
 * token verifies until it expires) or finds that the session has ended. A database failure becomes an
 * `AccountLoadErrorData` response. Reads while an expired token is refreshed, and discards the result if that fails.
 */
export async function readAsUser<Result>(
  context: RequestContext,
  read: (database: Database, session: Session) => Promise<Result | undefined>,
): Promise<Result> {
  const session = getStaleSession(context);
  const reading = getDatabase(context).then((database) => read(database, session));
  // Its error is handled below, if the session is confirmed.
  reading.catch(() => {});
  await ensureFreshSession(context);
  const result = await reading.catch((error: unknown) => {
    throw toLoadError(error, context);
  });
  if (result === undefined) throw endSession(context);
  return result;
}

/** The signed-in user's row, for a live session. Imports the queries lazily, since public pages load this module. */
export async function readCurrentUser(context: RequestContext) {
  const { readLiveUser } = await import("./account.server");
  return readAsUser(context, readLiveUser);
}

/** Like `readAsUser`, for one section of a page: returns a database failure as data instead of throwing it. */
export async function readSectionAsUser<Result>(
  context: RequestContext,
  read: (database: Database, session: Session) => Promise<Result>,
) {
  try {
    return await read(await getDatabase(context), getSession(context));
  } catch (error) {
    rethrowSessionEnded(error, context);
    const failure = classifyDatabaseError(error);
    const { requestId } = getPlatform(context);
    logError("account.read_failed", driverError(error), { requestId, failure });
    const result = { status: "error" as const, message: READ_MESSAGES[failure] };
    return data(result, responseInit({ status: 503, retryAfterS: OUTAGE_RETRY_S }));
  }
}

const READ_MESSAGES = {
  ...readErrors,
  "user-gone": readErrors.unexpected,
  "session-ended": readErrors.unexpected,
} as const;

/**
 * Runs `write` for the signed-in user. A database failure becomes an error of the form, with the submitted `values`.
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
    return formError(isOutcomeUnknown(error) ? NO_RESPONSE : WRITE_ERRORS[failure], values);
  }
}

const WRITE_ERRORS = {
  "not-set-up": {
    status: 503,
    code: "database/not-set-up",
    message: writeErrors.notSetUp,
    retryAfterS: OUTAGE_RETRY_S,
  },
  unreachable: {
    status: 503,
    code: "database/unreachable",
    message: writeErrors.unreachable,
    retryAfterS: OUTAGE_RETRY_S,
  },
  unexpected: {
    status: 500,
    code: "database/unexpected",
    message: writeErrors.unexpected,
  },
} as const satisfies Readonly<Record<string, AppError>>;

const NO_RESPONSE: AppError = {
  status: 503,
  code: "database/no-response",
  message: writeErrors.noResponse,
  retryAfterS: OUTAGE_RETRY_S,
};

/** Converts a database failure into the response for the area's error boundary; returns other errors unchanged. */
function toLoadError(error: unknown, context: RequestContext): unknown {
  rethrowSessionEnded(error, context);
  const failure = classifyDatabaseError(error);
  if (failure !== "not-set-up" && failure !== "unreachable") return error;
  const { requestId } = getPlatform(context);
  logError("account.read_failed", driverError(error), { requestId, failure });
  const loadError: AccountLoadErrorData = { accountLoadError: failure };
  return data(loadError, responseInit({ status: 503, retryAfterS: OUTAGE_RETRY_S }));
}
