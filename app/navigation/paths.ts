/** Addresses within this site that carry where to go on to afterwards. */

/** Any origin serves: paths are resolved against it to see whether they leave it. */
const BASE = "http://site.invalid";

/** Longer ones are no address of this site, and would fill headers and logs. */
const MAX_LENGTH = 2_000;

/**
 * The part of `candidate` that may be followed as a redirect within this site: path and query, or
 * undefined when it is not a same-origin path (`//host`, `\`, control characters, other schemes).
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

/** Where people end up who were not on their way to anywhere else. */
export const DASHBOARD_PATH = "/dashboard";

/** Where the query of `url` says to go on to: a path of this site, else the dashboard. */
export function getNextPath(url: URL): string {
  return safePath(url.searchParams.get("next")) ?? DASHBOARD_PATH;
}

/** The sign-in page, which leads to `next`. */
export function signInPath(next: string): string {
  return withNext("/auth/signin", next);
}

/** The page for making an account, which leads to `next`. */
export function signUpPath(next: string): string {
  return withNext("/auth/signup", next);
}

/** The page that asks for the two-step code and leads to `next`. */
export function twoStepCodePath(next: string): string {
  return withNext("/auth/verify", next);
}

/** The page for signing in once more, which leads to `next`. */
export function reauthenticationPath(next: string): string {
  return withNext("/auth/reauthenticate", next);
}

/** Signing out, and then in as somebody else, on the way to `next`. */
export function switchAccountPath(next: string): string {
  return withNext("/auth/signout", next);
}

function withNext(path: string, next: string): string {
  return `${path}?${new URLSearchParams({ next })}`;
}
