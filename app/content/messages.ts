/** Text of pages that only show a message. */

export const notFound = {
  /** Around the path. */
  title: { before: "The page", after: "could not be found" },
  heading: "Page not found",
  text: "It may have moved, or there may be a typo in the address. You could try",
  links: [
    { label: "our portfolio", to: "/portfolio" },
    { label: "our FAQ", to: "/faq" },
  ],
} as const;

export const accountDeleted = {
  heading: "Account deleted",
  title: "Your account is deleted",
  deleted:
    "Your profile, your items, and the messages you sent us from your address were deleted from our database, and no subscription is active.",
  retained:
    "Two things remain elsewhere. Our payment provider keeps past invoices for as long as tax law requires. Messages from the contact form were forwarded to us when you sent them; contact us and we'll delete those too:",
  backups: "Backups are overwritten within 90 days.",
} as const;
