/** Paths of this site that carry a `next` parameter, and its validation. */
import { href } from "react-router";

/** Arbitrary origin to resolve paths against. */
const BASE = "http://site.invalid";

/** Longer than any path of this site. */
const MAX_LENGTH = 2_000;

/**
 * Path and query of a safe same-origin `candidate`; undefined for `//host`, `\`, control characters and other
 * schemes.
 */
export function safePath(candidate: string | null | undefined): string | undefined {
  if (!candidate?.startsWith("/") || candidate.startsWith("//")) return undefined;
  if (candidate.length > MAX_LENGTH) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so "/\t/host" is "//host"
  if (/[\\\u0000-\u001f\u007f]/.test(candidate)) return undefined;
  const url = URL.parse(candidate, BASE);
  if (url?.origin !== BASE) return undefined;
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}

/** `url` normalized, if it is on this site; undefined otherwise. */
export function toSameOriginUrl(url: string, siteUrl: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.origin === new URL(siteUrl).origin ? parsed.href : undefined;
}

/** The validated `next` parameter of `url`; the dashboard if it is missing or unsafe. */
export function getNextPath(url: URL): string {
  return safePath(url.searchParams.get("next")) ?? href("/dashboard");
}

/** The code of the error that the session has ended. */
export const SESSION_ENDED = "auth/session-ended";

export const signInPath = continueTo(href("/auth/signin"));
export const signUpPath = continueTo(href("/auth/signup"));
export const codePath = continueTo(href("/auth/verify"));
export const reauthenticationPath = continueTo(href("/auth/reauthenticate"));
/** The page for a new password, and then `next`; `next` itself if it is that page. */
export function changePasswordPath(next: string): string {
  const page = href("/auth/changepass");
  return next.startsWith(page) ? next : continueTo(page)(next);
}

/** Sign-out, then sign-in to another account. */
export const switchAccountPath = continueTo(href("/auth/signout"));

/** The query parameter of the sign-in page that says that a session has ended. */
export const ERROR_PARAM = "problem";

/** Sign-in for a user whose session has ended, and then `next`. */
export function sessionEndedPath(next: string): string {
  return `${signInPath(next)}&${new URLSearchParams({ [ERROR_PARAM]: SESSION_ENDED })}`;
}

/** True for a redirect to sign-in. */
export function isSignInPath(path: string): boolean {
  return path.startsWith(`${href("/auth/signin")}?`);
}

/** `path`, continuing to `next`; replaces one that is too long, which a `Location` header could not hold. */
function continueTo(path: string) {
  return (next: string): string => {
    const target = next.length > MAX_LENGTH ? href("/dashboard") : next;
    return `${path}?${new URLSearchParams({ next: target })}`;
  };
}
