import { AuthApiError } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { authFormError } from "./codes.server";

describe("a new password that the auth server rejects", () => {
  test.each([
    [["length"], "too short"],
    [["characters"], "uppercase and lowercase letters"],
    [["pwned"], "data breach"],
    [["length", "characters", "pwned"], "data breach"],
    [["length", "characters"], "too short"],
    [["something new"], "too easy to guess"],
    [[], "too easy to guess"],
  ])("for %j gets a field error with our own message", (reasons, words) => {
    const error = Object.assign(new AuthApiError("RAW", 422, "weak_password"), { reasons });
    const result = authFormError(error, "password", { email: "a@b" });
    expect(result).toMatchObject({
      httpStatus: 422,
      fieldErrors: { password: expect.stringContaining(words) },
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

describe("an email address that the auth server calls malformed", () => {
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
