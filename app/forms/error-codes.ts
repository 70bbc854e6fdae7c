/** Codes that the server gives and the browser acts on. What only one side knows stands where it is used. */
export const ERROR_CODES = {
  /** The dialog to sign in again opens, and the same form is sent once more. */
  requiresRecentLogin: "auth/requires-recent-login",
  /** The session has ended: sign in again. */
  invalidUserToken: "auth/invalid-user-token",
  /** GoTrue's own; the sign-in form offers to send the mail again. */
  emailNotConfirmed: "email_not_confirmed",
} as const;
