import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
} from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { authRefusal, isMailedAlready, isSessionOver } from "./auth-errors.server";

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
    const refusal = authRefusal(errorOf(status, code));
    expect(refusal).toMatchObject({ httpStatus, code });
    expect(refusal.message).not.toContain("Text of the auth server");
  });

  test.each([
    ["that gave no answer", new AuthRetryableFetchError("down", 503)],
    ["that is a gateway's, without a code", errorOf(401, undefined, "Invalid API key")],
  ])("%s is an outage", (_, error) => {
    expect(authRefusal(error)).toMatchObject({ httpStatus: 503, code: "auth/unavailable" });
  });

  test("that asks for a new sign-in is told like our own rule", () => {
    expect(authRefusal(errorOf(400, "reauthentication_needed"))).toMatchObject({
      httpStatus: 403,
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
    expect(isSessionOver(error)).toBe(isOver);
  });

  test("about a mail a moment ago is told from one about all of the project's mail", () => {
    const code = "over_email_send_rate_limit";
    const pause = "For security purposes, you can only request this after 42 seconds.";
    expect(isMailedAlready(errorOf(429, code, pause))).toBe(true);
    expect(isMailedAlready(errorOf(429, code, "email rate limit exceeded"))).toBe(false);
  });
});
