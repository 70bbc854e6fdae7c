import type { Platform } from "~/platform/context.server";

/** Holds the subscription whose buyer was greeted last in this browser. */
const COOKIE = "greeted";
const KEPT_FOR_S = 365 * 24 * 60 * 60;

/**
 * True the first time that this browser asks for `subscription`, a mark of the subscription that was bought: whoever
 * reloads the page, or comes back to its address, is not greeted again.
 */
export function isFirstVisitAfterCheckout(
  { cookies }: Pick<Platform, "cookies">,
  subscription: string,
) {
  if (cookies.all().some(({ name, value }) => name === COOKIE && value === subscription)) {
    return false;
  }
  cookies.set(COOKIE, subscription, { maxAgeS: KEPT_FOR_S });
  return true;
}
