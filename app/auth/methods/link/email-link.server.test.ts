import { redirect } from "react-router";
import { expect, test, vi } from "vitest";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { AUTH_ERRORS } from "../../gotrue/auth-errors.server";
import { readLink, readLinkDestination, unexpectedFormError } from "./email-link.server";

const SITE = "http://localhost:5173";

test.each([
  ["/settings/general?tab=1", "/settings/general?tab=1"],
  [`${SITE}/auth/changepass`, "/auth/changepass"],
  [`${SITE}/settings/general?tab=1&sb_flow_id=abc`, "/settings/general?tab=1"],
  [`${SITE}/settings/general?link_request=abc`, "/settings/general"],
  [`${SITE}/`, "/dashboard"],
  ["https://example.com/", "/dashboard"],
])("a link whose next is %s leads to %s", (next, path) => {
  const url = new URL(`/auth/confirm?${new URLSearchParams({ next })}`, SITE);
  expect(readLinkDestination(createRequestContext(), url)).toBe(path);
});

test.each(["", "%00", "a%00b", "a".repeat(257)])(
  "a link with the token %j is incomplete",
  (token) => {
    const url = new URL(`/auth/confirm?type=email&token_hash=${token}`, SITE);
    expect(readLink(url)).toBeUndefined();
  },
);

test("an unexpected error is logged and returned as a form error; a redirect is rethrown", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const handle = unexpectedFormError("r1", AUTH_ERRORS.tokenVerificationFailed);
  expect(handle(new TypeError("no data"))).toMatchObject({
    status: "error",
    httpStatus: 500,
    message: "An error occurred on token verification.",
  });
  expect(log.mock.calls[0]?.[0]).toContain("no data");
  log.mockRestore();
  expect(() => handle(redirect("/dashboard"))).toThrow(Response);
});
