const ABANDONED = "That took too long, or was started in another browser. Please try again.";
const FAILED = "The sign-in service couldn’t complete that. Please try again in a moment.";

/**
 * Errors that Supabase reports in an address, by GoTrue's `error_code`, or without one OAuth's `error`.
 * Anyone can write such an address: these claim nothing about an account or this site.
 */
export const HARMLESS_LINK_ERRORS = {
  otp_expired: "This link has been used or has expired.",
  flow_state_expired: ABANDONED,
  bad_oauth_state: ABANDONED,
  /** The provider's redirect was opened a second time. */
  flow_state_already_used: "Please start again.",
  access_denied: "Sign-in was canceled. Try again, or choose another way to sign in.",
  unexpected_failure: FAILED,
  server_error: FAILED,
  temporarily_unavailable: FAILED,
} as const;

/** All errors, for what Supabase Auth itself has said, or a sign-in that was started in this browser. */
export const LINK_ERRORS = {
  ...HARMLESS_LINK_ERRORS,
  user_banned: "This account is locked. Please contact us.",
  provider_email_needs_verification:
    "We couldn’t sign you in. Please check that your provider has verified your email address, then try again.",
  /** Our own code, for an error that Supabase Auth only describes. */
  provider_email_missing:
    "We didn’t get your email address from your provider. Add one to your account there, or choose another way to sign in.",
  signup_disabled: "We aren’t accepting new accounts right now.",
  provider_disabled: "This sign-in method is turned off. Please choose another one.",
  email_exists:
    "Another account is now using that email address. Your email address was not changed.",
} as const;

/** The message for any other error. */
export const LINK_FAILED = "An error occurred on token verification.";

export const LINK_INCOMPLETE = "This link is incomplete.";

/** The message for a parameter that a link with tokens lacks. */
export const describeMissingToken = (name: string) => `No ${name} detected.`;

/** Shown after the first of the two links of an email change. */
export const OTHER_ADDRESS_MESSAGE =
  "Thank you. To complete the change, please also click the link we sent to your other address.";
