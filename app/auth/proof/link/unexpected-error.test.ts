import { redirect } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { AUTH_ERRORS } from "../../gotrue/auth-errors.server";
import { unexpectedFormError } from "./email-link.server";

afterEach(() => vi.restoreAllMocks());

test("an unexpected error is logged and returned as a form error", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { tokenVerificationFailed } = AUTH_ERRORS;
  expect(
    unexpectedFormError("r1", tokenVerificationFailed)(new TypeError("no data")),
  ).toMatchObject({
    status: "error",
    httpStatus: 500,
    message: "An error occurred on token verification.",
  });
  expect(log.mock.calls[0]?.[0]).toContain("no data");
});

test("a redirect is rethrown", () => {
  const response = redirect("/dashboard");
  const handle = unexpectedFormError("r1", AUTH_ERRORS.initializationFailed);
  expect(() => handle(response)).toThrow();
  try {
    handle(response);
  } catch (thrown) {
    expect(thrown).toBe(response);
  }
});
