import { describe, expect, test } from "vitest";
import { HARMLESS_LINK_ERRORS, LINK_ERRORS, LINK_FAILED } from "../../gotrue/link-errors";
import { describeAuthError, readHashTokens } from "./hash-tokens";

const complete = {
  access_token: `e30.${Buffer.from('{"email":"zoë@example.com"}').toString("base64url")}.c`,
  expires_in: "3600",
  refresh_token: "r",
  token_type: "bearer",
};
const toHash = (parameters: Record<string, string>) => `#${new URLSearchParams(parameters)}`;

describe("a URL hash", () => {
  test("with all four parameters contains tokens", () => {
    expect(readHashTokens(toHash(complete))).toEqual({
      kind: "tokens",
      accessToken: complete.access_token,
      refreshToken: "r",
      email: "zoë@example.com",
      isRecovery: false,
    });
    const recovery = readHashTokens(toHash({ ...complete, type: "recovery" }));
    expect(recovery).toMatchObject({ isRecovery: true });
  });

  test("with only a message is the first link of an email change", () => {
    const message =
      "Confirmation link accepted. Please proceed to confirm link sent to the other email";
    expect(readHashTokens(toHash({ message }))).toEqual({ kind: "awaiting-other-address" });
  });

  test.each(Object.keys(complete))("without %s is an error that names it", (name) => {
    const incomplete = Object.fromEntries(Object.entries(complete).filter(([key]) => key !== name));
    expect(readHashTokens(toHash(incomplete))).toEqual({
      kind: "error",
      message: `No ${name} detected.`,
    });
  });

  test.each(["", "#", "#features"])("like %j contains nothing", (hash) => {
    expect(readHashTokens(hash)).toEqual({ kind: "none" });
  });

  test("that anyone may have written claims nothing about an account or the site", () => {
    for (const error_code of Object.keys(LINK_ERRORS)) {
      const link = readHashTokens(toHash({ error: "access_denied", error_code }));
      const message = new Map(Object.entries(HARMLESS_LINK_ERRORS)).get(error_code) ?? LINK_FAILED;
      expect(link, error_code).toEqual({ kind: "error", message });
    }
    expect(Object.values(HARMLESS_LINK_ERRORS).join()).not.toMatch(/account|your email|right now/i);
  });
});

describe("an error", () => {
  test.each([
    [{ error: "access_denied", error_description: "The user denied it" }, /^Sign-in was canceled/],
    [
      { error: "access_denied", error_code: "otp_expired" },
      /^This link has been used or has expired/,
    ],
    [{ error: "access_denied", error_code: "user_banned" }, /^This account is locked/],
    [
      { error: "access_denied", error_code: "provider_email_needs_verification" },
      /check that your provider has verified your email address/,
    ],
    [
      {
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Database error saving new user",
      },
      /check that your provider has verified your email address/,
    ],
    [{ error: "server_error", error_code: "flow_state_expired" }, /^That took too long/],
    [{ error: "invalid_request", error_code: "flow_state_already_used" }, /^Please start again/],
    [{ error: "server_error", error_code: "unexpected_failure" }, /couldn’t complete that/],
    [
      {
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Error getting user email from external provider",
      },
      /^We didn’t get your email address from your provider/,
    ],
    [
      {
        error: "server_error",
        error_code: "unexpected_failure",
        error_description: "Error getting user profile from external provider",
      },
      /^We didn’t get your email address from your provider/,
    ],
    [{ error: "access_denied", error_description: "Email link is invalid or has expired" }, /used/],
    [{ error: "server_error", error_description: "Call +1 555 to win" }, /couldn’t complete that/],
    [{ error: "access_denied", error_code: "constructor" }, /^An error occurred/],
    [{ error_description: "Call +1 555 to win" }, /^An error occurred on token verification\.$/],
  ])("with %o has a message of our own", (parameters, message) => {
    const error = describeAuthError(new URLSearchParams(toHash(parameters).slice(1)), LINK_ERRORS);
    expect(error).toMatch(message);
  });
});
