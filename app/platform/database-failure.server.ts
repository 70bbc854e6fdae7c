/** What a failed database call means for the person who waits for it. */
import { DrizzleQueryError } from "drizzle-orm/errors";

/**
 * `not-set-up`: the database answers but is not what the code expects. `unreachable`: it does not
 * answer. `user-gone`: the user was deleted meanwhile. `session-ended`: the session has ended, or its user
 * is banned or gone. `unexpected`: anything else.
 */
export type DatabaseFailure =
  | "not-set-up"
  | "unreachable"
  | "user-gone"
  | "session-ended"
  | "unexpected";

/** Source: PostgreSQL, "Appendix A. Error Codes". */
const NOT_SET_UP = new Set([
  "28000", // invalid_authorization_specification: the role may not log in
  "28P01", // invalid_password
  "3D000", // invalid_catalog_name: no such database
  "3F000", // invalid_schema_name
  "42501", // insufficient_privilege
  "42703", // undefined_column: a migration is missing
  "42P01", // undefined_table
]);
const FOREIGN_KEY_VIOLATION = "23503";
/** Raised by `public.require_live_session` (drizzle/migrations, "live_sessions"). */
const SESSION_ENDED = "70401";
/** 08: connection exception, 53: insufficient resources, 57: operator intervention. */
const UNREACHABLE_CLASSES = ["08", "53", "57"];

/** The driver's own error. Drizzle wraps it in one whose message holds every parameter: not for a log. */
export function driverError(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Classifies what a query or a connect threw. */
export function classifyDatabaseError(error: unknown): DatabaseFailure {
  const cause = driverError(error);
  const state = readSqlState(cause);
  if (state === undefined) return isProgrammingError(cause) ? "unexpected" : "unreachable";
  if (NOT_SET_UP.has(state)) return "not-set-up";
  if (state === FOREIGN_KEY_VIOLATION) return "user-gone";
  if (state === SESSION_ENDED) return "session-ended";
  return UNREACHABLE_CLASSES.includes(state.slice(0, 2)) ? "unreachable" : "unexpected";
}

/**
 * True when a write may have taken effect: its statement was sent, and the connection failed before the answer. A
 * failed connect is no query error, and Drizzle's own selects only read.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError) || error.query.startsWith('select "')) return false;
  const state = readSqlState(error.cause);
  return state === undefined ? !isProgrammingError(error.cause) : state.startsWith("08");
}

/** Five characters, the first of which is a digit in every class that is classified here. */
function readSqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && /^[0-9][0-9A-Z]{4}$/.test(code) ? code : undefined;
}

/** Drivers report a lost or refused connection as a plain Error; an error of these kinds is a bug. */
function isProgrammingError(error: unknown): boolean {
  return (
    !(error instanceof Error) ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  );
}
