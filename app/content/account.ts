/** Copy of the account area that several places need. */

export const dashboard = {
  title: "Dashboard",
} as const;

export const settings = {
  title: "Settings",
  generalTitle: "General settings",
} as const;

export const NOT_SET_UP_HELP =
  "This is a problem on our side, not yours. Please try again in a few minutes.";

/** What the deleted account of a customer leaves behind, besides `REMAINS_AFTER_DELETION`. */
export const INVOICES_REMAIN = "Past invoices, at Stripe, for as long as tax law requires.";

/** What a deleted account leaves behind, as in the privacy policy (marketing/legal.ts). */
export const REMAINS_AFTER_DELETION = [
  "Copies of your messages, in our spreadsheet and mailbox, until you ask us to delete them.",
  "The emails we sent you about your account, for a week.",
  "Logs, for up to 30 days.",
  "Backups of our database, for up to 90 days.",
] as const;
