/** The page for an unknown URL. */
export const notFound = {
  /** Around the path. */
  title: { before: "The page", after: "could not be found" },
  heading: "Page not found",
  text: "It may have moved, or there may be a typo in the address.",
} as const;
