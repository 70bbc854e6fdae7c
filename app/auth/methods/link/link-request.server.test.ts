import { expect, test } from "vitest";
import { getPlatform } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { findRequestedAddress, rememberLinkRequest, rememberUsedLink } from "./link-request.server";

const { config } = getPlatform(createRequestContext());
const openBrowser = (cookie = "") => ({ config, cookies: createCookieJar(cookie, false) });

test("a link is for the address that its browser typed, also when it asked twice", () => {
  const browser = openBrowser();
  const link = rememberLinkRequest(browser, "ann@example.com", "/dashboard?from=email");
  expect(link).toMatch(/^http:\/\/localhost:5173\/dashboard\?from=email&link_request=[\w-]{36}$/);
  expect(rememberLinkRequest(browser, "ann@example.com", "/dashboard?from=email")).toBe(link);
  expect(findRequestedAddress(browser, link)).toBe("ann@example.com");
});

test("a link that was used in another browser is known there too", () => {
  const next = rememberLinkRequest(openBrowser(), "ann@example.com", "/dashboard");
  const phone = openBrowser();
  const open = (path: string) =>
    new URL(`/auth/confirm?${new URLSearchParams({ next: path })}`, config.siteUrl);
  rememberUsedLink(phone, open("/dashboard"), "ann@example.com");
  rememberUsedLink(phone, open(next), undefined);
  expect(findRequestedAddress(phone, next)).toBeUndefined();
  rememberUsedLink(phone, open(next), "ann@example.com");
  expect(findRequestedAddress(phone, next)).toBe("ann@example.com");
});

test("another link, another browser and a cookie that is not ours name no account", () => {
  const browser = openBrowser();
  const earlier = rememberLinkRequest(browser, "ben@example.com", "/dashboard");
  const link = rememberLinkRequest(browser, "ann@example.com", "/dashboard");
  expect(findRequestedAddress(browser, earlier)).toBeUndefined();
  expect(findRequestedAddress(browser, null)).toBeUndefined();
  const others = ["", "link-request=x", `link-request={"id":"","email":"ann@example.com"}`];
  for (const cookie of others) {
    expect(findRequestedAddress(openBrowser(cookie), link)).toBeUndefined();
  }
});
