import type { Platform } from "~/platform/context.server";

/** Holds the last subscription that was greeted in this browser. */
const COOKIE = "greeted";
const MAX_AGE_S = 365 * 24 * 60 * 60;

/**
 * True on the first call for `subscription` in this browser, so that a reload or a bookmarked success page does not
 * greet again.
 */
export function isFirstVisitAfterCheckout(
  { cookies }: Pick<Platform, "cookies">,
  subscription: string,
) {
  if (cookies.all().some(({ name, value }) => name === COOKIE && value === subscription)) {
    return false;
  }
  cookies.set(COOKIE, subscription, { maxAgeS: MAX_AGE_S });
  return true;
}
