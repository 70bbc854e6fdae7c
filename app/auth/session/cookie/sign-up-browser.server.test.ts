import { expect, test } from "vitest";
import { getPlatform } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { bindSignUp, forgetSignUp, isSignUp, readSignUpProof } from "./sign-up-browser.server";

const { config } = getPlatform(createRequestContext());
const openBrowser = () => ({ config, cookies: createCookieJar(null, false) });
const ann = { email: "ann@example.com", password: "a-long-horse-1" };

test("a sign-up whose answer was lost has the same proof when it is sent again", async () => {
  const lost = await bindSignUp(openBrowser(), ann);
  const browser = openBrowser();
  await bindSignUp(browser, { ...ann, email: "Ann@Example.com" });
  expect(await readSignUpProof(browser)).toBe(lost.sign_up);
});

test("another password or address has another proof, and a sign-in link keeps it", async () => {
  const browser = openBrowser();
  const first = await bindSignUp(browser, ann);
  await bindSignUp(browser, { ...ann, password: "a-long-horse-2" });
  const last = await readSignUpProof(browser);
  expect(last).not.toBe(first.sign_up);
  expect(await bindSignUp(browser)).toEqual({ sign_up: last });
  expect(await bindSignUp(browser, { ...ann, email: "ben@example.com" })).not.toEqual(first);
});

test("a browser knows the password of its last sign-up until that is confirmed", async () => {
  const browser = openBrowser();
  expect(await isSignUp(browser, ann)).toBe(false);
  const bound = await bindSignUp(browser, ann);
  expect(await isSignUp(browser, ann)).toBe(true);
  expect(await isSignUp(browser, { ...ann, password: "a-long-horse-2" })).toBe(false);
  // Another address that this browser signed up earlier.
  await forgetSignUp(browser, { sign_up: "0".repeat(64) });
  await forgetSignUp(browser, {});
  expect(await isSignUp(browser, ann)).toBe(true);
  await forgetSignUp(browser, bound);
  expect(await isSignUp(browser, ann)).toBe(false);
  expect(await readSignUpProof(browser)).toBeNull();
});
