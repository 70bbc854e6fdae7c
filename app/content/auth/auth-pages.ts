/** Text of the pages for signing in and signing up, of links in emails, and of password forms. */

export const COOKIES_BLOCKED =
  "Your browser blocks cookies for this site, so you can’t stay signed in. Please allow them first.";

export const signInPage = {
  title: "Sign in",
  forgotPassword: "Forgot your password?",
  submit: "Sign in",
  magicLink: "Email me a sign-in link",
  newHere: "New here?",
  signUp: "Create an account",
} as const;

export const signUpPage = {
  title: "Create your account",
  submit: "Sign up",
  hasAccount: "Already have an account?",
  signIn: "Sign in",
} as const;

export const forgotPasswordPage = {
  title: "Forgot your password?",
  submit: "Reset password",
} as const;

export const BACK_TO_SIGN_IN = "Back to sign in";

export const checkInbox = {
  title: "Check your inbox",
  /** Text before and after the address. The limit is GoTrue's, for all these emails together. */
  around: (plan: string | undefined) =>
    plan
      ? [
          "Confirm ",
          ` and continue to ${plan}. Look in your spam folder too: we send one link per minute.`,
        ]
      : [
          "Look for our latest email to ",
          ", also in your spam folder. We send one link per minute.",
        ],
  resend: "Send the email again",
  resendIn: (seconds: number) => `Send again in ${seconds} s`,
  wrongAddress: "Not your address?",
  changeAddress: "Change it",
  /** After a sign-up. It does not say whether the auth server has failed, which would depend on the address. */
  noEmail: "No email, or not your address?",
  signUpAgain: "Sign up again",
  hasAccount: "Already have an account?",
  signIn: "Sign in",
} as const;

/** Shown after every sign-up, whether or not the address already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

/** The same whether or not an email was sent: GoTrue sends one per minute to an address, and only to accounts. */
export const emailSent = {
  "sign-up": "If that address still needs confirming, an email is on its way.",
  "magic-link": "If that address can sign in, a link is on its way.",
  "password-reset": "Password reset email sent",
} as const;

/** Of any of them, requested again: true also within the minute, and for an address without an account. */
export const EMAIL_SENT_AGAIN =
  "If that address can get one and a minute has passed, another email is on its way.";

export const changePasswordPage = {
  title: "Choose a new password",
  account: (email: string) => `Account: ${email}`,
  submit: "Change password",
  done: "Your password has been changed",
  dashboard: "Go to the dashboard",
  linkRequired: "This page needs a valid reset link. Each link works once, within an hour.",
  newLink: "Send me a new link",
} as const;

export const passwordSettings = {
  title: "Password settings",
  heading: "Password",
  submit: "Save",
  done: "Your password has been updated",
  otherDevices: "Other devices that are signed in to your account will be signed out.",
} as const;

export const signOutPage = { title: "Sign out", heading: "Sign out?", submit: "Sign out" } as const;

/** The page that OAuth providers return to, when signing in fails. */
export const callbackPage = { title: "Sign in", heading: "That didn’t work" } as const;

/** The page for tokens in a URL hash. */
export const linkPage = {
  title: "Sign in",
  submit: "Continue to your account",
  scriptRequired: "This link needs JavaScript. You can sign in with your password instead.",
} as const;

/** The page behind a link in an email. */
export const confirmPage = {
  title: "Confirm",
  submit: {
    email: "Continue to your account",
    recovery: "Choose a new password",
    email_change: "Confirm this email address",
    invite: "Accept the invitation",
  },
  continueToPlan: (plan: string) => `Confirm and continue to ${plan}`,
  emailChange: (email: string, newEmail: string) => `Change the email of ${email} to ${newEmail}?`,
  newLink: "Get a new link",
  emailChangeStatus: "See the status of the change",
  next: "Continue",
  signIn: "Sign in",
  headings: {
    ready: "One more click",
    invalid: "This link doesn’t work",
    halfDone: "One link to go",
    done: "You are signed in",
  },
} as const;

/** Shown after the first of the two links of an email change. */
export const OTHER_ADDRESS_MESSAGE =
  "Thank you. To complete the change, please also click the link we sent to your other address.";

/** What the button of a link will do, for a visitor who may not have requested it. */
export const linkNotice = {
  account: (account: string, signedIn: string | null) =>
    signedIn && signedIn !== account
      ? `You’ll be signed in to ${account} and signed out of ${signedIn}.`
      : `You’ll be signed in to ${account}.`,
  /** `email` is "" for an account without an address. */
  signedIn: (email: string) =>
    `You are signed in${email && ` as ${email}`}. If this link belongs to another account, you will be signed in to that account instead.`,
  guest:
    "You’ll be signed in to the account that this link was sent to. Continue only if you requested it.",
  switched: (email: string) => `You are now signed in as ${email}.`,
} as const;
