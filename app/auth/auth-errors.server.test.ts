import { AuthApiError, AuthSessionMissingError } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { isAuthSessionEnded, isMailCooldown, toAppError } from "./auth-errors.server";

const errorOf = (status: number, code: string | undefined, message = "Text of the auth server") =>
  new AuthApiError(message, status, code);

describe("an error of the auth server", () => {
  test.each([
    [429, "over_request_rate_limit", 429],
    [429, "over_email_send_rate_limit", 429],
    [409, "conflict", 409],
    [400, "invalid_credentials", 422],
    [403, "otp_expired", 422],
    [422, "weak_password", 422],
    [400, "a_code_of_tomorrow", 422],
  ])("%i %s is refused with %i, in words of ours", (status, code, httpStatus) => {
    const refusal = toAppError(errorOf(status, code), "sign-in");
    expect(refusal).toMatchObject({ status: httpStatus, code });
    expect(refusal.message).not.toContain("Text of the auth server");
  });

  test.each([
    ["that never reached the server", errorOf(599, "auth/unavailable")],
    ["that is a gateway's, without a code", errorOf(401, undefined, "Invalid API key")],
  ])("%s is an outage that changed nothing", (_, error) => {
    expect(toAppError(error, "password")).toMatchObject({
      status: 503,
      code: "auth/unavailable",
      message: expect.stringContaining("Nothing was changed"),
      retryAfterS: 10,
    });
  });

  test.each([
    ["sign-in", "your sign-in did not go through"],
    ["sign-up", "Check your email for our link"],
    ["mail", "Check your inbox"],
    ["link", "may have been used up"],
    ["password", "Sign in with the new one to find out"],
    ["email-change", "Reload this page to see"],
    ["code", "wait for the next one"],
    ["apps", "Reload this page to see"],
  ] as const)("without a clear answer to %s says how to find out", (attempt, says) => {
    const refusal = toAppError(errorOf(599, "auth/no-answer"), attempt);
    expect(refusal).toMatchObject({ status: 503, code: "auth/no-answer", retryAfterS: 10 });
    expect(refusal.message).toContain(says);
    expect(refusal.message).not.toMatch(/nothing was/i);
  });

  test("about a taken address is told by the link, and is unknown to a sign-up", () => {
    const taken = errorOf(599, "23505");
    expect(toAppError(taken, "link")).toMatchObject({ status: 422, code: "email_exists" });
    expect(toAppError(taken, "sign-up")).toMatchObject({ code: "auth/no-answer" });
  });

  test("that asks for a new sign-in is told like our own rule", () => {
    expect(toAppError(errorOf(400, "reauthentication_needed"), "password")).toMatchObject({
      status: 403,
      code: "auth/requires-recent-login",
    });
  });

  test.each([
    [errorOf(400, "refresh_token_not_found"), true],
    [errorOf(400, "refresh_token_already_used"), true],
    [errorOf(403, "session_not_found"), true],
    [errorOf(400, "session_expired"), true],
    [errorOf(403, "user_not_found"), true],
    [errorOf(400, "user_banned"), true],
    [new AuthSessionMissingError(), true],
    [errorOf(429, "over_request_rate_limit"), false],
    [errorOf(409, "conflict"), false],
    [errorOf(403, "bad_jwt"), false],
    [errorOf(401, undefined, "Invalid API key"), false],
    [null, false],
  ])("%o ends the session: %s", (error, isOver) => {
    expect(isAuthSessionEnded(error)).toBe(isOver);
  });

  test("about a mail a moment ago is told from one about all of the project's mail", () => {
    const code = "over_email_send_rate_limit";
    const pause = "For security purposes, you can only request this after 42 seconds.";
    expect(isMailCooldown(errorOf(429, code, pause))).toBe(true);
    expect(isMailCooldown(errorOf(429, code, "email rate limit exceeded"))).toBe(false);
  });
});
