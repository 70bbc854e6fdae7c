/** How routes of the account area read and write: always for the signed-in user, and never without an answer. */
import { data, redirect } from "react-router";
import { clearSessionCookies, getRequiredSession, type Session } from "~/auth/session.server";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { getDatabase, getPlatform, type RequestCall } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { classifyDatabaseError, driverError } from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";
import { type AccountProblemData, PROBLEM_TEXTS } from "./account-problem";

const RETRY_AFTER_S = 10;

/**
 * What `read` finds for the signed-in user. Undefined means that the user is gone: the token of a
 * deleted user verifies until it expires, so it is taken away here. A database that fails becomes the
 * page that says so.
 */
export async function readOwn<Found>(
  { request, context }: RequestCall,
  read: (database: Database, session: Session) => Promise<Found | undefined>,
): Promise<Found> {
  const session = getRequiredSession(context);
  const found = await getDatabase(context)
    .then((database) => read(database, session))
    .catch((error: unknown) => {
      throw explainedFailure(error, context);
    });
  if (found === undefined) throw signOutDeletedUser({ request, context });
  return found;
}

/** Like `readOwn`, for a part of a page: a database that fails is told in its place, not instead of the page. */
export async function readOwnPart<Answer>(
  call: RequestCall,
  read: (database: Database, session: Session) => Promise<Answer>,
) {
  try {
    return await read(await getDatabase(call.context), getRequiredSession(call.context));
  } catch (error) {
    const failure = classifyDatabaseError(error);
    const { requestId } = getPlatform(call.context);
    logError("account.read_failed", driverError(error), { requestId, failure });
    return data({ status: "error" as const, message: READ_MESSAGES[failure] }, { status: 503 });
  }
}

const UNEXPECTED = "Something went wrong on our side. Please try again in a moment.";
const READ_MESSAGES = {
  "not-set-up": `${PROBLEM_TEXTS["not-set-up"].title}.`,
  unreachable: "We can't reach the database right now. Please try again in a moment.",
  "user-gone": UNEXPECTED,
  unexpected: UNEXPECTED,
} as const;

/**
 * The answer to a form, with a failing database as an error of the form: what was typed (`values`)
 * stays, and nothing else on the page is read again.
 */
export async function writeOwn(
  { request, context }: RequestCall,
  values: FormValues,
  write: (database: Database, session: Session) => Promise<FormResult>,
) {
  try {
    return await write(await getDatabase(context), getRequiredSession(context));
  } catch (error) {
    // Redirects and answers pass; they are not failures.
    if (!(error instanceof Error)) throw error;
    const failure = classifyDatabaseError(error);
    if (failure === "user-gone") throw signOutDeletedUser({ request, context });
    logError("account.write_failed", driverError(error), {
      requestId: getPlatform(context).requestId,
      failure,
    });
    return data(formError(WRITE_MESSAGES[failure], values), {
      status: failure === "unexpected" ? 500 : 503,
    });
  }
}

const WRITE_MESSAGES = {
  "not-set-up": `Nothing was saved: the database may not be set up. ${PROBLEM_TEXTS["not-set-up"].help}`,
  unreachable: "We can't reach the database right now. Nothing was saved; please try again.",
  unexpected: "Something went wrong on our side and nothing was saved. Please try again.",
} as const;

/** Ends the session of a user who no longer exists. Throw it. */
export function signOutDeletedUser({ request, context }: RequestCall): Response {
  clearSessionCookies(request, getPlatform(context));
  return redirect("/auth/signin");
}

/** A failure as the account area's error boundary shows it; bugs stay what they are. */
function explainedFailure(error: unknown, context: RequestCall["context"]): unknown {
  const failure = classifyDatabaseError(error);
  if (failure !== "not-set-up" && failure !== "unreachable") return error;
  logError("account.read_failed", driverError(error), {
    requestId: getPlatform(context).requestId,
    failure,
  });
  const problem: AccountProblemData = { accountProblem: failure };
  return data(problem, { status: 503, headers: { "Retry-After": String(RETRY_AFTER_S) } });
}
