/** What pages say that are only a message. */
/** What every page can end in. */
export const failure = {
  heading: "Something went wrong",
  title: "Something went wrong on our side. Please try again in a moment.",
  wrongMethod: "This page does not take that kind of request",
  back: "Back to the home page",
} as const;

export const notFound = {
  title: (path: string) => `The page ${path} could not be found`,
  heading: "Page not found",
  text: "It may have moved, or there is a typing mistake in the address. You could try",
  links: [
    { label: "our portfolio", to: "/portfolio" },
    { label: "questions and answers", to: "/faq" },
  ],
} as const;

export const accountDeleted = {
  heading: "Account deleted",
  title: "Your account is deleted",
  gone: "Your profile, your items and the messages you sent us from your address are gone from our database, and no subscription is running any more.",
  kept: "Two things remain elsewhere. Our payment provider keeps past invoices for as long as tax law requires. Messages from the contact form were passed on to us when you sent them; write to us and we delete those too:",
  backups: "Backups are overwritten within 90 days.",
} as const;
