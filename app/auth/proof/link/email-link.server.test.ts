import { expect, test } from "vitest";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { readLink, readLinkDestination } from "./email-link.server";

const SITE = "http://localhost:5173";

test.each([
  ["/settings/general?email-changed", "/settings/general?email-changed"],
  [`${SITE}/auth/changepass`, "/auth/changepass"],
  [`${SITE}/settings/general?tab=1&sb_flow_id=abc`, "/settings/general?tab=1"],
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
