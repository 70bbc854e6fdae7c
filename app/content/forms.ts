/** Messages that any form can show. */

export const requestErrors = {
  tooManyAttempts: "Too many attempts. Please try again in a minute.",
  crossSite: "This request came from another site.",
  tooLarge: "That’s more than we can accept at once.",
  notAForm: "This page only accepts forms.",
} as const;

/** A form was sent and no response came, so the server may have received it. */
export const FORM_UNREACHABLE =
  "We can’t reach the server, so that may or may not have gone through. Please check your connection and try again.";

/** A form was sent while the browser was offline. */
export const FORM_OFFLINE = "You’re offline. Try again when you’re connected.";

/** Data could not be read. */
export const UNREACHABLE = "We can’t reach the server. Please check your connection and try again.";

/** In place of a page that can't be shown after its form was submitted. */
export const resultPage = {
  typed: "You entered:",
  title: "We can’t show the rest of this page right now",
  reload: "Show the page",
} as const;

export const MALFORMED_EMAIL = "Please enter an address like name@example.com";

/** Turnstile, the check that a form is submitted by a person. */
export const turnstileMessages = {
  loadFailed: "The check that you’re human didn’t load. Please reload this page.",
  scriptRequired: "This form needs JavaScript to check that you’re human.",
  failed: "We couldn’t verify that you’re human. Please try again.",
  unavailable:
    "We can’t verify that you’re human right now. Nothing was sent. Please try again in a moment.",
} as const;
