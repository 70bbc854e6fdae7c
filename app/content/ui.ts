/** Copy of shared UI components. */

export const LOADING = "Loading";
export const CLOSE = "Close";
export const OFFLINE = "You’re offline.";
/** Accessible name of a toast. */
export const NOTIFICATION = "Notification";

/** The page while the site is closed for maintenance: HTML text, without styles. */
export const MAINTENANCE_PAGE = {
  title: "We’ll be back soon",
  text: "The site is down for maintenance. Your data is safe. Please try again in a few minutes.",
} as const;

/** The page for an unknown URL. */
export const notFound = {
  /** Around the path. */
  title: { before: "The page", after: "could not be found" },
  heading: "Page not found",
  text: "It may have moved, or there may be a typo in the address.",
} as const;

/** The page for an unexpected error. */
export const errorPage = {
  heading: "Something went wrong",
  title: "Something went wrong on our side. Please try again in a moment.",
  wrongMethod: "This page doesn’t support that kind of request",
  back: "Back to the home page",
} as const;
