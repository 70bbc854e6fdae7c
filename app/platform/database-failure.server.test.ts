import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  classifyDatabaseError,
  type DatabaseFailure,
  isOutcomeUnknown,
} from "./database-failure.server";

function driverError(message: string, code?: string, constraint?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code, constraint });
}

describe("a failed database call", () => {
  test.each<[string, string, DatabaseFailure, string?]>([
    ["a missing table", "42P01", "not-set-up"],
    ["a missing column", "42703", "not-set-up"],
    ["a missing schema", "3F000", "not-set-up"],
    ["a missing grant", "42501", "not-set-up"],
    ["a role without its password", "28P01", "not-set-up"],
    ["a missing function", "42883", "not-set-up"],
    ["a deleted owner", "23503", "user-gone", "items_owner_users_id_fk"],
    ["a row that is still in use", "23503", "unexpected", "items_list_id_lists_id_fk"],
    ["a session that has ended", "70401", "session-ended"],
    ["a shutdown", "57P01", "unreachable"],
    ["too many connections", "53300", "unreachable"],
    ["a lost connection", "08006", "unreachable"],
    ["a failed check constraint", "23514", "unexpected"],
  ])("because of %s (%s) is %s, wrapped or not", (message, code, failure, constraint) => {
    const error = driverError(message, code, constraint);
    expect(classifyDatabaseError(error)).toBe(failure);
    expect(classifyDatabaseError(new DrizzleQueryError("select 1", [], error))).toBe(failure);
  });

  test.each([
    driverError("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
    driverError("write EPIPE", "EPIPE"),
    driverError("timeout expired"),
    driverError("Query read timeout"),
    driverError("Connection terminated unexpectedly"),
  ])("without a response ($message) is unreachable", (error) => {
    expect(classifyDatabaseError(error)).toBe("unreachable");
    expect(classifyDatabaseError(new DrizzleQueryError("select 1", [], error))).toBe("unreachable");
  });

  test("caused by a bug is unexpected, not unreachable", () => {
    expect(classifyDatabaseError(new TypeError("x is not a function"))).toBe("unexpected");
    expect(classifyDatabaseError("not an Error")).toBe("unexpected");
  });
});

describe("the outcome of a write", () => {
  const INSERT = 'insert into "items" values ($1)';
  const failed = (query: string, error: Error) => new DrizzleQueryError(query, [], error);

  test.each<[string, string, Error]>([
    ["a lost connection", INSERT, driverError("Connection terminated unexpectedly")],
    ["a timeout", INSERT, driverError("Query read timeout")],
    ["a lost response to its commit", "commit", driverError("write EPIPE", "EPIPE")],
    ["a lost connection to a function", "select public.f($1)", driverError("Query read timeout")],
    ["a connection failure behind the pool", INSERT, driverError("lost", "08006")],
  ])("is unknown after %s", (_, query, error) => {
    expect(isOutcomeUnknown(failed(query, error))).toBe(true);
  });

  test.each<[string, Error]>([
    ["a failed connect", driverError("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED")],
    ["a connect timeout", driverError("timeout expired")],
    ["a statement timeout", failed(INSERT, driverError("canceling statement", "57014"))],
    ["a failed check constraint", failed(INSERT, driverError("check", "23514"))],
    ["a lost read", failed('select "id" from "users"', driverError("Query read timeout"))],
    ["a bug", failed(INSERT, new TypeError("x is not a function"))],
  ])("is known after %s", (_, error) => {
    expect(isOutcomeUnknown(error)).toBe(false);
  });
});
