/** Classifies database errors for users and logs. */
import { DrizzleQueryError } from "drizzle-orm/errors";

/**
 * `not-set-up`: wrong credentials, grants or schema. `unreachable`: no connection, or the server is
 * overloaded or restarting. `user-gone`: the user was deleted. `session-ended`: the session has ended, or its
 * user is banned or deleted. `unexpected`: anything else.
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
  "42883", // undefined_function
  "42P01", // undefined_table
]);
/**
 * Foreign keys to `users`, all of which cascade (drizzle/schema.test.ts): only an insert can violate them.
 */
const OWNER_CONSTRAINT = /_users_id_fk$/;
/** Raised by `public.require_live_session` (drizzle/migrations, "live_sessions"). */
const SESSION_ENDED = "70401";
/** 08: connection exception, 53: insufficient resources, 57: operator intervention. */
const UNREACHABLE_CLASSES = ["08", "53", "57"];

/**
 * Returns the driver's error. Drizzle's wrapper has every query parameter in its message, so it is never
 * logged.
 */
export function driverError(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Classifies an error thrown by a query or a connect. */
export function classifyDatabaseError(error: unknown): DatabaseFailure {
  const cause = driverError(error);
  const state = readSqlState(cause);
  if (state === undefined) return isProgrammingError(cause) ? "unexpected" : "unreachable";
  if (NOT_SET_UP.has(state)) return "not-set-up";
  if (state === "23503" && OWNER_CONSTRAINT.test(readConstraint(cause))) return "user-gone";
  if (state === SESSION_ENDED) return "session-ended";
  return UNREACHABLE_CLASSES.includes(state.slice(0, 2)) ? "unreachable" : "unexpected";
}

/** True when Postgres cannot read a value as its column's type, such as a word in place of an id. */
export function isMalformedValue(error: unknown): boolean {
  return readSqlState(driverError(error)) === "22P02";
}

/**
 * True when a write may have been committed: the statement was sent, and the connection failed before the
 * response. A failed connect is not a query error, and Drizzle's selects only read.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError) || error.query.startsWith('select "')) return false;
  const state = readSqlState(error.cause);
  return state === undefined ? !isProgrammingError(error.cause) : state.startsWith("08");
}

/** The name of the constraint that a statement violated; empty for other errors. */
export function readConstraint(error: unknown): string {
  const cause = driverError(error);
  return cause instanceof Error && "constraint" in cause ? String(cause.constraint) : "";
}

/** Five characters; the first is a digit in every class used here. */
function readSqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && /^[0-9][0-9A-Z]{4}$/.test(code) ? code : undefined;
}

/** Drivers report connection failures as a plain Error; these types are bugs. */
function isProgrammingError(error: unknown): boolean {
  return (
    !(error instanceof Error) ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  );
}
