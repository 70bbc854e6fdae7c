import { href } from "react-router";

const general = href("/settings/general");
const terms = href("/legal/:section", { section: "terms-of-service" });
const privacy = href("/legal/:section", { section: "privacy-policy" });

/** Addresses that people type, and the pages they expect there. */
const PAGES: Readonly<Record<string, string>> = {
  home: href("/"),
  "index.html": href("/"),
  login: href("/auth/signin"),
  "log-in": href("/auth/signin"),
  signin: href("/auth/signin"),
  "sign-in": href("/auth/signin"),
  signup: href("/auth/signup"),
  "sign-up": href("/auth/signup"),
  register: href("/auth/signup"),
  logout: href("/auth/signout"),
  signout: href("/auth/signout"),
  "sign-out": href("/auth/signout"),
  "forgot-password": href("/auth/forgotpass"),
  "reset-password": href("/auth/forgotpass"),
  app: href("/dashboard"),
  account: general,
  settings: general,
  profile: general,
  billing: general,
  plans: href("/pricing"),
  prices: href("/pricing"),
  "about-us": href("/about"),
  team: href("/about"),
  work: href("/portfolio"),
  projects: href("/portfolio"),
  "contact-us": href("/contact"),
  help: href("/contact"),
  support: href("/contact"),
  legal: terms,
  terms,
  tos: terms,
  "terms-of-service": terms,
  privacy,
  "privacy-policy": privacy,
  accessibility: href("/legal/:section", { section: "accessibility" }),
};

/** Pages with a short address of their own. */
const SHORT = [
  "about",
  "faq",
  "contact",
  "pricing",
  "portfolio",
  "poflow",
  "broodbook",
  "dashboard",
];

/** The page that someone expects at an unknown path; undefined for none. */
export function findTypedAddress(pathname: string): string | undefined {
  const typed = toWord(pathname);
  return Object.hasOwn(PAGES, typed) ? PAGES[typed] : undefined;
}

/** The page that an unknown path misspells, by at most two letters; undefined for none. */
export function findSimilarAddress(pathname: string): string | undefined {
  const typed = toWord(pathname);
  if (typed.length < 3 || typed.length > 30) return undefined;
  const words = [...SHORT, ...Object.keys(PAGES)].filter((word) => word.length > 3);
  const distances = words.map((word) => ({ word, distance: countEdits(typed, word) }));
  const [closest] = distances.sort((a, b) => a.distance - b.distance);
  if (!closest || closest.distance > 2) return undefined;
  return PAGES[closest.word] ?? `/${closest.word}`;
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
