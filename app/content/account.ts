/** Copy of the account area: menu, dashboard summary, settings tabs, errors. */
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
