import { href } from "react-router";
import { PUBLIC_PATHS } from "~/ui/public-paths";

/** What people type for each page. */
const WORDS: Readonly<Record<string, string>> = {
  [href("/")]: "home index.html",
  [href("/auth/signin")]: "login log-in signin sign-in",
  [href("/auth/signup")]: "signup sign-up register",
  [href("/auth/signout")]: "logout log-out signout sign-out",
  [href("/auth/forgotpass")]: "forgot-password reset-password",
  [href("/dashboard")]: "app",
  [href("/settings/general")]: "account settings profile billing",
  [href("/pricing")]: "plans prices",
  [href("/about")]: "about-us team",
  [href("/portfolio")]: "work projects",
  [href("/contact")]: "contact-us help support",
  [href("/legal/:section", { section: "terms-of-service" })]: "terms terms-of-service legal tos",
  [href("/legal/:section", { section: "privacy-policy" })]: "privacy privacy-policy",
  [href("/legal/:section", { section: "accessibility" })]: "accessibility",
};

/** The page of each word. */
const PAGES = new Map(
  Object.entries(WORDS).flatMap(([page, words]) =>
    words.split(" ").map((word) => [word, page] as const),
  ),
);

/** The page that someone expects at an unknown path; undefined for none. */
export function findTypedAddress(pathname: string): string | undefined {
  return PAGES.get(toWord(pathname));
}

/** The page that an unknown path misspells, by at most two letters; undefined for none. */
export function findSimilarAddress(pathname: string): string | undefined {
  const typed = toWord(pathname);
  if (typed.length < 3 || typed.length > 30) return undefined;
  const words = [...PUBLIC_PATHS.map(toWord), "dashboard", ...PAGES.keys()].filter(
    (word) => word.length > 3,
  );
  const distances = words.map((word) => ({ word, distance: countEdits(typed, word) }));
  const [closest] = distances.sort((a, b) => a.distance - b.distance);
  if (!closest || closest.distance > 2) return undefined;
  return PAGES.get(closest.word) ?? `/${closest.word}`;
}

const toWord = (pathname: string) => pathname.toLowerCase().replace(/^\/+|\/+$/g, "");

/** Levenshtein distance. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    const above = row;
    row = [(above[0] ?? 0) + 1];
    for (const [index, other] of [...to].entries()) {
      const change = (above[index] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(change, (above[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
