import { describe, expect, test } from "vitest";
import { readHashTokens } from "./hash-tokens";

const complete = {
  access_token: "a.b.c",
  expires_in: "3600",
  refresh_token: "r",
  token_type: "bearer",
};
const hashOf = (parameters: Record<string, string>) => `#${new URLSearchParams(parameters)}`;

describe("a URL hash", () => {
  test("with all four parts carries tokens", () => {
    expect(readHashTokens(hashOf(complete))).toEqual({
      kind: "tokens",
      accessToken: "a.b.c",
      refreshToken: "r",
    });
  });

  test.each(Object.keys(complete))("without %s says so", (name) => {
    const rest = Object.fromEntries(Object.entries(complete).filter(([key]) => key !== name));
    expect(readHashTokens(hashOf(rest))).toEqual({
      kind: "error",
      message: `No ${name} detected.`,
    });
  });

  test.each(["", "#", "#features"])("like %j is none of our business", (hash) => {
    expect(readHashTokens(hash)).toEqual({ kind: "none" });
  });

  test.each([
    [{ error: "access_denied", error_description: "The user denied it" }, /^Sign-in was cancelled/],
    [
      {
        error: "access_denied",
        error_code: "otp_expired",
        error_description: "Email link is invalid or has expired",
      },
      /^Email link is invalid or has expired$/,
    ],
    [{ error: "server_error", error_description: "Something broke" }, /^Something broke$/],
    [{ message: "Confirmation link accepted." }, /^Confirmation link accepted\.$/],
  ])("with %o shows it", (parameters, message) => {
    expect(readHashTokens(hashOf(parameters))).toEqual({
      kind: "error",
      message: expect.stringMatching(message),
    });
  });
});
