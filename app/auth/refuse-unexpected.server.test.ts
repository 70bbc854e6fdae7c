import { redirect } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { refuseUnexpected, UNEXPECTED_ERRORS } from "./refuse-unexpected.server";

afterEach(() => vi.restoreAllMocks());

test("a failure without a name is told and logged", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { tokenVerification } = UNEXPECTED_ERRORS;
  expect(refuseUnexpected("r1", tokenVerification)(new TypeError("no data"))).toMatchObject({
    status: "error",
    httpStatus: 500,
    message: "An error occurred on token verification.",
  });
  expect(log.mock.calls[0]?.[0]).toContain("no data");
});

test("a redirect is no failure", () => {
  const leaveTo = redirect("/dashboard");
  const catcher = refuseUnexpected("r1", UNEXPECTED_ERRORS.initialization);
  expect(() => catcher(leaveTo)).toThrow();
  try {
    catcher(leaveTo);
  } catch (thrown) {
    expect(thrown).toBe(leaveTo);
  }
});
