/** How routes of the account area read and write: always for the signed-in user, and never without an answer. */
import { data } from "react-router";
import { getSession } from "~/auth/session/auth.server";
import type { Session } from "~/auth/session/request-auth.server";
import { endSession, rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { type AppError, OUTAGE_RETRY_S, responseInit } from "~/forms/app-error";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import {
  classifyDatabaseError,
  driverError,
  isOutcomeUnknown,
} from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";
import { type AccountLoadErrorData, PROBLEM_TEXTS } from "./account-load-error";

/**
 * What `read` finds for the signed-in user. Undefined means that the user is gone: the token of a
 * deleted user verifies until it expires, so it is taken away here, as when `read` finds that the session has
 * ended. A database that fails becomes the page that says so.
 */
export async function readAsUser<Found>(
  context: RequestContext,
  read: (database: Database, session: Session) => Promise<Found | undefined>,
): Promise<Found> {
  const session = getSession(context);
  const found = await getDatabase(context)
    .then((database) => read(database, session))
    .catch((error: unknown) => {
      throw toLoadError(error, context);
    });
  if (found === undefined) throw endSession(context);
  return found;
}

/**
 * The signed-in user's row, by a session that has not ended. The queries are loaded when one is wanted: a public
 * page does without.
 */
export async function readCurrentUser(context: RequestContext) {
  const { readLiveUser } = await import("./account.server");
  return readAsUser(context, readLiveUser);
}

/** Like `readAsUser`, for a part of a page: a database that fails is told in its place, not instead of the page. */
export async function readSectionAsUser<Answer>(
  context: RequestContext,
  read: (database: Database, session: Session) => Promise<Answer>,
) {
  try {
    return await read(await getDatabase(context), getSession(context));
  } catch (error) {
    rethrowSessionEnded(error, context);
    const failure = classifyDatabaseError(error);
    const { requestId } = getPlatform(context);
    logError("account.read_failed", driverError(error), { requestId, failure });
    const answer = { status: "error" as const, message: READ_MESSAGES[failure] };
    return data(answer, responseInit({ status: 503, retryAfterS: OUTAGE_RETRY_S }));
  }
}

const UNEXPECTED = "Something went wrong on our side. Please try again in a moment.";
const READ_MESSAGES = {
  "not-set-up": `${PROBLEM_TEXTS["not-set-up"].title}.`,
  unreachable: "We can't reach the database right now. Please try again in a moment.",
  "user-gone": UNEXPECTED,
  "session-ended": UNEXPECTED,
  unexpected: UNEXPECTED,
} as const;

/**
 * The result of a form, with a failing database as an error of the form: what was typed (`values`)
 * stays, and nothing else on the page is read again.
 */
export async function writeAsUser(
  context: RequestContext,
  values: FormValues,
  write: (database: Database, session: Session) => Promise<FormResult>,
): Promise<FormResult> {
  try {
    return await write(await getDatabase(context), getSession(context));
  } catch (error) {
    // Redirects and pages that are thrown pass; they are not failures.
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
    message: `Nothing was saved: the database may not be set up. ${PROBLEM_TEXTS["not-set-up"].help}`,
    retryAfterS: OUTAGE_RETRY_S,
  },
  unreachable: {
    status: 503,
    code: "database/unreachable",
    message: "We can't reach the database right now. Nothing was saved; please try again.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  unexpected: {
    status: 500,
    code: "database/unexpected",
    message:
      "Something went wrong on our side. Reload the page to see whether your change was saved.",
  },
} as const satisfies Readonly<Record<string, AppError>>;

const NO_RESPONSE: AppError = {
  status: 503,
  code: "database/no-answer",
  message:
    "We lost the connection to the database, so your change may have been saved. Reload the page to check.",
  retryAfterS: OUTAGE_RETRY_S,
};

/** A failure as the account area's error boundary shows it; bugs stay what they are. */
function toLoadError(error: unknown, context: RequestContext): unknown {
  rethrowSessionEnded(error, context);
  const failure = classifyDatabaseError(error);
  if (failure !== "not-set-up" && failure !== "unreachable") return error;
  const { requestId } = getPlatform(context);
  logError("account.read_failed", driverError(error), { requestId, failure });
  const problem: AccountLoadErrorData = { accountLoadError: failure };
  return data(problem, responseInit({ status: 503, retryAfterS: OUTAGE_RETRY_S }));
}
