import { href } from "react-router";

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
  return PAGES.get(pathname.toLowerCase().replace(/^\/+|\/+$/g, ""));
}
