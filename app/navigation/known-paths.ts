/** The page that a path means: typed from memory, misspelled, or pasted with the end of its sentence. */
import { closestMatch } from "leven";
import { href, type MiddlewareFunction, redirect } from "react-router";
import { PAGE_PATHS } from "~/ui/public-paths";

/** Paths that people type, by the page they mean. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  [href("/")]: ["home", "index.html"],
  [href("/auth/signin")]: [
    "login",
    "log-in",
    "signin",
    "sign-in",
    "auth/login",
    "auth/log-in",
    "auth/sign-in",
  ],
  [href("/auth/signup")]: ["signup", "sign-up", "register"],
  [href("/auth/signout")]: ["logout", "log-out", "signout", "sign-out", "auth/logout"],
  [href("/auth/forgotpass")]: [
    "forgot-password",
    "reset-password",
    "auth/forgot-password",
    "auth/reset-password",
  ],
  [href("/dashboard")]: ["app"],
  [href("/settings/general")]: ["account", "settings", "profile", "billing"],
  [href("/pricing")]: ["plans", "prices"],
  [href("/about")]: ["about-us", "team"],
  [href("/portfolio")]: ["work", "projects"],
  [href("/faq")]: ["faqs", "questions"],
  [href("/contact")]: ["contact-us", "help", "support"],
  [href("/legal/terms-of-service")]: ["terms", "tos", "terms-of-service", "legal"],
  [href("/legal/privacy-policy")]: ["privacy", "privacy-policy"],
  [href("/legal/accessibility")]: ["accessibility"],
};

/** Paths by what is compared: lowercase, without slashes at either end. */
const PATHS = new Map([
  ...Object.entries(TYPED).flatMap(([path, words]) =>
    words.map((word): [string, string] => [word, path]),
  ),
  ...PAGE_PATHS.map((path): [string, string] => [path.slice(1), path]),
]);

/** Shorter words are like too many others. */
const LONG_WORDS = [...PATHS.keys()].filter(({ length }) => length >= 5);
const MAX_EDITS = 2;

/** The path of the page that `pathname` means; undefined for none. */
export function findPath(pathname: string): string | undefined {
  return PATHS.get(toWord(pathname));
}

/** The path of the page that an unknown `pathname` is like, to offer; undefined for none. */
export function findSimilarPath(pathname: string): string | undefined {
  return PATHS.get(closestMatch(toWord(pathname), LONG_WORDS, { maxDistance: MAX_EDITS }) ?? "");
}

/** Lower case, without needless slashes or what follows the last letter or digit: "/FAQ/)." is "faq". */
function toWord(pathname: string): string {
  const parts = pathname.toLowerCase().replace(/(%[\da-f]{2}|[^a-z\d])+$/, "");
  return parts.split("/").filter(Boolean).join("/");
}

/**
 * Redirects every other spelling of a page to its path, and keeps the query. Root middleware; writes are
 * answered where they arrive. React Router calls `next()` for a middleware that does not.
 */
export const redirectToKnownPath: MiddlewareFunction<Response> = ({ request, url }) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const path = findPath(url.pathname);
  if (isRead && path && path !== url.pathname) throw redirect(path + url.search, 308);
};
