import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { classifyDatabaseError, type DatabaseFailure } from "./database-failure.server";

function driverError(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

describe("a failed database call", () => {
  test.each<[string, string, DatabaseFailure]>([
    ["a missing table", "42P01", "not-set-up"],
    ["a missing column", "42703", "not-set-up"],
    ["a missing schema", "3F000", "not-set-up"],
    ["a missing grant", "42501", "not-set-up"],
    ["a role without its password", "28P01", "not-set-up"],
    ["a deleted owner", "23503", "user-gone"],
    ["a session that has ended", "70401", "session-ended"],
    ["a shutdown", "57P01", "unreachable"],
    ["too many connections", "53300", "unreachable"],
    ["a lost connection", "08006", "unreachable"],
    ["a broken check", "23514", "unexpected"],
  ])("because of %s (%s) is %s, wrapped or not", (message, code, failure) => {
    const error = driverError(message, code);
    expect(classifyDatabaseError(error)).toBe(failure);
    expect(classifyDatabaseError(new DrizzleQueryError("select 1", [], error))).toBe(failure);
  });

  test.each([
    driverError("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
    driverError("write EPIPE", "EPIPE"),
    driverError("timeout expired"),
    driverError("Query read timeout"),
    driverError("Connection terminated unexpectedly"),
  ])("without an answer ($message) is unreachable", (error) => {
    expect(classifyDatabaseError(error)).toBe("unreachable");
    expect(classifyDatabaseError(new DrizzleQueryError("select 1", [], error))).toBe("unreachable");
  });

  test("that is a bug of ours is not blamed on the database", () => {
    expect(classifyDatabaseError(new TypeError("x is not a function"))).toBe("unexpected");
    expect(classifyDatabaseError("no error at all")).toBe("unexpected");
  });
});
