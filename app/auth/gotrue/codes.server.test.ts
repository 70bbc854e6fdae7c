import { AuthApiError, AuthSessionMissingError } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { authFormError, isAuthSessionEnded, isEmailCooldown, toAppError } from "./codes.server";

const createError = (status: number, code: string | undefined, message = "Text of Supabase Auth") =>
  new AuthApiError(message, status, code);

describe("an error of Supabase Auth", () => {
  test.each([
    [429, "over_request_rate_limit", 429],
    [429, "over_email_send_rate_limit", 429],
    [409, "conflict", 409],
    [400, "invalid_credentials", 422],
    [403, "otp_expired", 422],
    [400, "a_code_of_tomorrow", 422],
  ])("%i %s becomes %i with our own message", (status, code, httpStatus) => {
    const appError = toAppError(createError(status, code), "sign-in");
    expect(appError).toMatchObject({ status: httpStatus, code });
    expect(appError.message).not.toContain("Text of Supabase Auth");
  });

  test.each([
    ["invalid_credentials", "password don’t match"],
    ["email_provider_disabled", "method is turned off"],
    ["over_email_send_rate_limit", "No email was sent"],
    ["user_banned", "account is locked"],
  ])("%s has a message that says what to do or what happened", (code, text) => {
    expect(toAppError(createError(422, code), "sign-in").message).toContain(text);
  });

  test.each([
    ["that never reached the server", createError(599, "auth/unavailable")],
    ["of a gateway, without a code", createError(401, undefined, "Invalid API key")],
  ])("%s is an outage without effect", (_, error) => {
    expect(toAppError(error, "password")).toMatchObject({
      status: 503,
      code: "auth/unavailable",
      message: expect.stringContaining("Nothing was changed"),
    });
  });

  test.each([
    ["sign-in", "Your sign-in did not go through"],
    ["sign-up", "Check your email for our link"],
    ["email", "Check your inbox"],
    ["link", "We don’t know whether this worked"],
    ["password", "Sign in with the new password to find out"],
    ["code", "wait for the next code"],
    ["settings", "Please check this page in a moment"],
  ] as const)("with an uncertain outcome of %s says how to find out", (operation, text) => {
    const appError = toAppError(createError(599, "auth/no-response"), operation);
    expect(appError).toMatchObject({ status: 503, code: "auth/no-response" });
    expect(appError.message).toContain(text);
    expect(appError.message).not.toMatch(/nothing was/i);
  });

  test("about a taken address is shown for a link, and not for a sign-up", () => {
    const taken = createError(599, "23505");
    expect(toAppError(taken, "link")).toMatchObject({ status: 422, code: "email_exists" });
    expect(toAppError(taken, "sign-up")).toMatchObject({ code: "auth/no-response" });
  });

  test("that requires a recent sign-in has the same code as our own rule", () => {
    expect(toAppError(createError(400, "reauthentication_needed"), "password")).toMatchObject({
      status: 403,
      code: "auth/requires-recent-login",
    });
  });

  test.each([
    [createError(400, "refresh_token_not_found"), true],
    [createError(400, "refresh_token_already_used"), true],
    [createError(403, "session_not_found"), true],
    [createError(400, "session_expired"), true],
    [createError(403, "user_not_found"), true],
    [createError(400, "user_banned"), true],
    [new AuthSessionMissingError(), true],
    [createError(429, "over_request_rate_limit"), false],
    [createError(409, "conflict"), false],
    [createError(403, "bad_jwt"), false],
    [createError(401, undefined, "Invalid API key"), false],
    [null, false],
  ])("%o ends the session: %s", (error, isOver) => {
    expect(isAuthSessionEnded(error)).toBe(isOver);
  });

  test("about the limit per address differs from the limit of the project", () => {
    const code = "over_email_send_rate_limit";
    const pause = "For security purposes, you can only request this after 42 seconds.";
    expect(isEmailCooldown(createError(429, code, pause))).toBe(true);
    expect(isEmailCooldown(createError(429, code, "email rate limit exceeded"))).toBe(false);
  });
});

describe("a new password that Supabase Auth rejects", () => {
  test("because it is weak gets a field error with our own message", () => {
    const error = new AuthApiError("RAW", 422, "weak_password");
    const result = authFormError(error, "password", { email: "a@b" });
    expect(result).toMatchObject({
      httpStatus: 422,
      fieldErrors: { password: expect.stringContaining("too easy to guess") },
      values: { email: "a@b" },
    });
    expect(JSON.stringify(result)).not.toContain("RAW");
  });

  test("because it is the current one gets a field error", () => {
    expect(authFormError(new AuthApiError("RAW", 422, "same_password"), "password")).toMatchObject({
      fieldErrors: { password: expect.stringContaining("already your password") },
    });
  });

  test("for another reason gets an error above the form", () => {
    const result = authFormError(new AuthApiError("x", 429, "over_request_rate_limit"), "password");
    expect(result).toMatchObject({ httpStatus: 429 });
    expect(result).not.toHaveProperty("fieldErrors");
  });
});

describe("an email address that Supabase Auth calls malformed", () => {
  test("gets a field error with our own message", () => {
    const raw = "Unable to validate email address: invalid format";
    const values = { email: "nonsense" };
    expect(
      authFormError(new AuthApiError(raw, 400, "validation_failed"), "email", values),
    ).toMatchObject({
      httpStatus: 422,
      fieldErrors: { email: "Please enter an address like name@example.com" },
      values,
    });
  });

  test("gets no field error when other input is malformed", () => {
    const error = new AuthApiError("Unsupported verification type", 400, "validation_failed");
    expect(authFormError(error, "link")).not.toHaveProperty("fieldErrors");
  });
});
