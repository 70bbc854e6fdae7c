import { AuthApiError } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { authFieldError } from "./field-error.server";

describe("a new password that the auth server refuses", () => {
  test.each([
    [["length"], "too short"],
    [["characters"], "small and capital letters"],
    [["pwned"], "list of stolen ones"],
    [["length", "characters", "pwned"], "list of stolen ones"],
    [["length", "characters"], "too short"],
    [["something new"], "too easy to guess"],
    [[], "too easy to guess"],
  ])("for %j is marked, and told in our words", (reasons, words) => {
    const error = Object.assign(new AuthApiError("RAW", 422, "weak_password"), { reasons });
    const result = authFieldError(error, "password", { email: "a@b" });
    expect(result).toMatchObject({
      httpStatus: 422,
      fieldErrors: { password: expect.stringContaining(words) },
      values: { email: "a@b" },
    });
    expect(JSON.stringify(result)).not.toContain("RAW");
  });

  test("as the old one is marked", () => {
    expect(authFieldError(new AuthApiError("RAW", 422, "same_password"), "password")).toMatchObject(
      {
        fieldErrors: { password: expect.stringContaining("your password already") },
      },
    );
  });

  test("for another reason is told above the form", () => {
    const result = authFieldError(
      new AuthApiError("x", 429, "over_request_rate_limit"),
      "password",
    );
    expect(result).toMatchObject({ httpStatus: 429, retryAfterS: 60 });
    expect(result).not.toHaveProperty("fieldErrors");
  });
});

describe("an email address that the auth server cannot read", () => {
  test("is marked, and told in our words", () => {
    const raw = "Unable to validate email address: invalid format";
    const values = { email: "nonsense" };
    expect(
      authFieldError(new AuthApiError(raw, 400, "validation_failed"), "mail", values),
    ).toMatchObject({
      httpStatus: 422,
      fieldErrors: { email: "Please enter an address like name@example.com" },
      values,
    });
  });

  test("is not what is wrong where something else is malformed", () => {
    const error = new AuthApiError("Unsupported verification type", 400, "validation_failed");
    expect(authFieldError(error, "link")).not.toHaveProperty("fieldErrors");
  });
});
