/** Codes that the server gives and the browser acts on. What only one side knows stands where it is used. */
export const ERROR_CODES = {
  /** The dialog to sign in again opens, and the same form is sent once more. */
  requiresRecentLogin: "auth/requires-recent-login",
  /** The browser signs out. */
  invalidUserToken: "auth/invalid-user-token",
  /** GoTrue's own; the sign-in form offers to send the mail again. */
  emailNotConfirmed: "email_not_confirmed",
  /** The browser asks again a moment later. */
  checkoutInProgress: "billing/in-progress",
  /** The browser goes to the billing settings. */
  alreadySubscribed: "billing/already-subscribed",
} as const;
