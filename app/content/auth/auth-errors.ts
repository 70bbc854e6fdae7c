/** Messages of errors while signing in, and while changing how someone signs in. */
import { turnstileMessages } from "../forms";

/** Errors that Supabase reports in the address it redirects to. */
export const linkErrors = {
  used: "This link has been used or has expired.",
  accountLocked: "This account is locked. Please contact us.",
  emailUnverified:
    "Your provider has not verified your email address. Please verify it there, then try again.",
  signUpDisabled: "We aren’t accepting new accounts right now.",
  providerUnavailable: "This sign-in method isn’t available.",
  emailTaken:
    "Another account is now using that email address. Your email address was not changed.",
  canceled: "Sign-in was canceled. Try again, or choose another way to sign in.",
  tooLate: "That took too long. Please start again.",
  unexpected: "The sign-in service couldn’t complete that. Please try again in a moment.",
  failed: "An error occurred on token verification.",
  incomplete: "This link is incomplete.",
  missingToken: (name: string) => `No ${name} detected.`,
} as const;

const CODE_REQUIRED = "Please enter the code from your authenticator app first";
const APPS_OFF = "Authenticator apps are turned off right now.";
const OTHER_BROWSER = "This link was requested in another browser. Please start again here.";

export const authErrors = {
  invalidToken: "Please sign in again",
  sessionEnded: "You were signed out. Please sign in again.",
  sessionMissing: "Auth session missing!",
  recentLoginRequired: "Please sign in again to complete this action",
  currentPasswordRequired:
    "To change your password here, request a reset link: use “Forgot your password?” on the sign-in page.",
  codeRequired: CODE_REQUIRED,
  sessionUnverified:
    "We can’t verify your sign-in right now. You have not been signed out. Please try again in a moment.",
  serviceUnreachable:
    "We can’t reach the sign-in service right now. Nothing was changed. Please try again in a moment.",
  providerDisabled: "This sign-in method is turned off. Please choose another one.",
  differentAccount: "That was a different account. Please sign in with your own.",
  alreadySignedIn: "You are signed in with another account. Sign out first to use this link.",
  accountSwitched: (email: string) =>
    `You are now signed in as ${email || "another account"}. Nothing was saved.`,
  initializationFailed: "Unexpected error during initialization",
} as const;

/** What may have happened when the auth server did not confirm a call, and how to find out. */
export const uncertainOutcomes = {
  "sign-in": "your sign-in did not go through. Please try again in a moment.",
  "sign-up":
    "your account may have been created. Check your email for our link; if you don’t get one, sign up again.",
  email:
    "the email may be on its way. Check your inbox in a minute before you request another one.",
  link: "the link may already have been used. Please try again in a moment; if it no longer works, sign in to check.",
  password:
    "your password may have been changed. Sign in with the new one to find out; if that fails, the old one still works.",
  "email-change":
    "your email change may have started. Reload this page to see: a pending change is shown here.",
  code: "your code may already have been used. Please wait for the next one and try again.",
  app: "two-step verification may already be on. Enter the next code to make sure and to get your recovery codes, which you haven’t been shown yet.",
  settings: "your change may have been saved. Reload this page to see.",
} as const;

/** A complete sentence from one of `uncertainOutcomes`. */
export const describeUncertainOutcome = (outcome: string) =>
  `The sign-in service did not confirm the request, so ${outcome}`;

/** Messages by GoTrue's error code, for codes without an entry of the product's own. */
export const gotrueErrors: Readonly<Record<string, string>> = {
  invalid_credentials: "That email and password don’t match. Please try again.",
  otp_expired: linkErrors.used,
  same_password: "The new password must be different from the old one.",
  weak_password: "That password is too easy to guess. Please choose a longer one.",
  bad_code_verifier: OTHER_BROWSER,
  pkce_code_verifier_not_found: OTHER_BROWSER,
  flow_state_expired: linkErrors.tooLate,
  flow_state_not_found: linkErrors.used,
  user_banned: linkErrors.accountLocked,
  signup_disabled: linkErrors.signUpDisabled,
  email_provider_disabled: "Signing in by email is turned off right now.",
  provider_disabled: authErrors.providerDisabled,
  email_address_invalid: "We can’t send email to that address. Please check it.",
  email_address_not_authorized: "We can’t send email to that address.",
  email_exists: linkErrors.emailTaken,
  user_already_exists: "Another account is now using that email address.",
  provider_email_needs_verification: linkErrors.emailUnverified,
  session_not_found: "You have been signed out on this device. Please sign in again.",
  session_expired: "Your session has ended. Please sign in again.",
  captcha_failed: turnstileMessages.failed,
  conflict: "We’re already working on that request. Please try again in a moment.",
  over_email_send_rate_limit:
    "No email was sent: we can’t send any more right now. Please try again in an hour.",
  validation_failed: "Please check what you entered.",
  mfa_factor_name_conflict: "You already have an app with that name",
  mfa_totp_enroll_not_enabled: APPS_OFF,
  mfa_totp_verify_not_enabled: APPS_OFF,
  too_many_enrolled_mfa_factors: "You have reached the maximum number of authenticator apps.",
  insufficient_aal: CODE_REQUIRED,
};

/** Why a new password was rejected, shown beside its field. */
export const passwordErrors = {
  pwned: "This password has appeared in a data breach. Please choose another one",
  tooShort: "This password is too short",
  characters: "Please mix uppercase and lowercase letters, digits, and symbols",
  weak: "This password is too easy to guess",
  same: "This is already your password. Please choose another one",
  common: "This is one of the most common passwords. Please choose another one",
  ownAddress: "Please choose a password that is not your email address",
} as const;
