/** Messages that any form can show. */

/** Data could not be read. */
export const UNREACHABLE = "We can’t reach the server. Please check your connection and try again.";

export const MALFORMED_EMAIL = "Please enter an address like name@example.com";

/** Turnstile, the check that a form is submitted by a person. */
export const turnstileMessages = {
  loadFailed: "The check that you’re human didn’t load. Please reload this page.",
  scriptRequired: "This form needs JavaScript to check that you’re human.",
  failed: "We couldn’t verify that you’re human. Please try again.",
  unavailable:
    "We can’t verify that you’re human right now. Nothing was sent. Please try again in a moment.",
} as const;
