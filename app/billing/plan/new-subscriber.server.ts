import type { CookieJar } from "~/platform/cookie-jar.server";

const COOKIE = "new-subscriber";
const MAX_AGE_S = 3 * 24 * 60 * 60;

/** Remembers for three days that this account was just subscribed in this browser. */
export function rememberNewSubscriber(cookies: CookieJar, userId: string): void {
  cookies.set(COOKIE, userId, { maxAgeS: MAX_AGE_S });
}

/** True for three days after a checkout in this browser, until `forgetNewSubscriber`. */
export function isNewSubscriber(cookies: CookieJar, userId: string): boolean {
  return cookies.all().some(({ name, value }) => name === COOKIE && value === userId);
}

/** The reader dismissed what happens next. */
export function forgetNewSubscriber(cookies: CookieJar): void {
  cookies.remove(COOKIE);
}
