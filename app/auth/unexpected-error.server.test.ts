import { redirect } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { UNEXPECTED_ERRORS, unexpectedFormError } from "./unexpected-error.server";

afterEach(() => vi.restoreAllMocks());

test("an unexpected error is logged and returned as a form error", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { tokenVerification } = UNEXPECTED_ERRORS;
  expect(unexpectedFormError("r1", tokenVerification)(new TypeError("no data"))).toMatchObject({
    status: "error",
    httpStatus: 500,
    message: "An error occurred on token verification.",
  });
  expect(log.mock.calls[0]?.[0]).toContain("no data");
});

test("a redirect is rethrown", () => {
  const response = redirect("/dashboard");
  const handle = unexpectedFormError("r1", UNEXPECTED_ERRORS.initialization);
  expect(() => handle(response)).toThrow();
  try {
    handle(response);
  } catch (thrown) {
    expect(thrown).toBe(response);
  }
});
