import * as v from "valibot";
import { expect, test } from "vitest";
import type { Platform } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { createUserCookie, withFlash } from "./flash.server";

const flash = createUserCookie("flash-test", v.picklist(["saved"]));

const openPage = (cookie: string, isSpeculative = false) =>
  ({ cookies: createCookieJar(cookie, false), isSpeculative }) as Platform;

const encode = (value: unknown) => `flash-test=${encodeURIComponent(JSON.stringify(value))}`;

test("a page says it, and removes it", () => {
  const redirect = openPage("");
  flash.set(redirect, "ann", "saved");
  const page = openPage(redirect.cookies.setCookieHeaders()[0]?.split(";", 1)[0] ?? "");
  expect(withFlash(page, "ann", flash, { name: "Ann" })).toEqual({ name: "Ann", flash: "saved" });
  expect(page.cookies.setCookieHeaders()).toEqual([expect.stringContaining("flash-test=;")]);
});

test.each([
  ["no cookie", openPage("other=1")],
  ["another user's", openPage(encode(["bob", "saved"]))],
  ["a prefetched page, which leaves it for the visit", openPage(encode(["ann", "saved"]), true)],
  ["another value", openPage(encode(["ann", "<b>forged</b>"]))],
  ["more than a value", openPage(encode(["ann", "saved", "more"]))],
  ["no JSON", openPage("flash-test=saved")],
])("%s says nothing, and changes no cookie", (_, page) => {
  expect(withFlash(page, "ann", flash, {})).toEqual({ flash: null });
  expect(page.cookies.setCookieHeaders()).toEqual([]);
});
