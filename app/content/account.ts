/** Copy of the account area: dashboard summary, general settings, errors. */
import { href } from "react-router";

export const dashboard = {
  title: "Dashboard",
} as const;

/** Card beside the item list. */
export const accountSummary = {
  title: "Your account",
  text: "Only you can see your list.",
  settings: "Settings",
  signedInAs: "Signed in as",
  plan: "Plan",
  status: "Subscription status",
  none: "none",
} as const;

export const passkeyOffer = {
  text: "Next time, sign in with your fingerprint, face, or screen lock.",
  add: "Add a passkey",
  close: "No, thanks",
} as const;

export const accountArea = {
  refreshing: "Showing saved data. Refreshing…",
  outOfDate: "We couldn’t refresh this page, so it may be out of date.",
} as const;

export const settings = {
  title: "Settings",
  generalTitle: "General settings",
} as const;

/** Tabs of the settings, by their routes. `leavesSite`: it redirects to our payment provider. */
export const settingsTabs: readonly {
  readonly to: string;
  readonly label: string;
  readonly leavesSite?: true;
}[] = [
  { to: href("/settings/general"), label: "General" },
  { to: href("/settings/password"), label: "Password" },
  { to: href("/settings/passkeys"), label: "Passkeys" },
  { to: href("/settings/two-step"), label: "Two-step" },
  { to: href("/settings/devices"), label: "Devices" },
  { to: href("/settings/billing"), label: "Billing", leavesSite: true },
];

/** The account menu, on every page. */
export const accountMenu = [
  { to: href("/dashboard"), label: dashboard.title },
  { to: href("/settings/general"), label: settings.title },
] as const;

export const profileForm = {
  title: "Profile",
  name: "Name",
  email: "Email",
  emailHint: "If you change it, we’ll send a link to each address. Click both to confirm.",
  signInMethods: (methods: string) => `You sign in with: ${methods}`,
  save: "Save",
  emailChanged: (email: string) => `Your email is now ${email}. From now on, use it to sign in.`,
} as const;

/** Validation of the profile form. */
export const profileErrors = {
  name: "Please enter your name",
  nameTooLong: (max: number) => `Please use at most ${max} characters`,
  email: "Please enter your email",
} as const;

export const profileResults = {
  updated: "Your profile has been updated",
  confirmEmail:
    "To complete this process click the confirmation links sent to your new and old email addresses",
  nameSaved: "Your name has been saved.",
  emailNotChanged: "Your name has been saved, but your email was not changed.",
  emailUnreachable:
    "Your name has been saved, but your email was not changed, because we can’t reach the sign-in service right now. Please try again in a moment.",
  signInAgain: "Your name has been saved. Please sign in again to change your email.",
  resentTooSoon:
    "No email was sent: the last one is less than a minute old. Please try again in a minute.",
} as const;

/** An email change that waits for confirmation. */
export const pendingEmail = {
  becomes: "Your email will change to",
  until: (email: string) => `Until then, sign in with ${email}.`,
  expired: "The links have expired. Send the emails again to get new ones.",
  both: (email: string, newEmail: string) =>
    `Next: click the links we sent to ${email} and to ${newEmail}.`,
  old: (email: string, newEmail: string) =>
    `${newEmail} is confirmed. Next: click the link we sent to ${email}.`,
  new: (email: string, newEmail: string) =>
    `${email} is confirmed. Next: click the link we sent to ${newEmail}.`,
  resend: "Send the emails again",
  cancel: "Cancel the change",
  canceled: "The change is canceled. The links in the two emails no longer work.",
  resent: "We sent both emails again. Only the new links work.",
  justSent: "We sent them less than a minute ago. Please check both inboxes.",
} as const;

export const yourData = {
  title: "Your data",
  download:
    "Everything we store about you, as a JSON file: your profile, your items, your subscription and the messages you sent us.",
  downloadButton: "Download my data",
  delete: "Deleting your account ends any subscription and permanently removes all of that.",
  deleteButton: "Delete my account",
} as const;

export const TRY_AGAIN = "Try again";

/** Why a page or a section of it cannot be shown. */
export const readErrors = {
  "not-set-up": "We can’t read your account: the database may not be set up.",
  unreachable: "We can’t reach the database right now.",
} as const;

const SET_UP_HELP =
  "The site’s operator can set it up with npm run db:migrate. Then reload this page.";

/** What to do about a `readErrors`, by its code. */
export const readErrorHelp: Readonly<Record<string, string>> = {
  "database/not-set-up": SET_UP_HELP,
  "database/unreachable":
    "You are still signed in and nothing is lost. Please try again in a moment.",
};

/** Errors of a form. Only `unreachable` and `not-set-up` may claim that nothing was saved. */
export const writeErrors = {
  "not-set-up": `Nothing was saved: the database may not be set up. ${SET_UP_HELP}`,
  unreachable: "We can’t reach the database right now. Nothing was saved; please try again.",
  unexpected:
    "Something went wrong on our side. Reload the page to see whether your change was saved.",
  "no-response":
    "The database did not respond, so your change may have been saved. Reload the page to check.",
} as const;
