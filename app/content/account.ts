/** Copy of the account area that several places need. */

export const dashboard = {
  title: "Dashboard",
} as const;

export const settings = {
  title: "Settings",
  generalTitle: "General settings",
} as const;

export const SET_UP_HELP =
  "The site’s operator can set it up with npm run db:migrate. Then reload this page.";

/** What a deleted account leaves behind, as in the privacy policy (marketing/legal.ts). */
export const REMAINS_AFTER_DELETION = [
  "Past invoices stay at Stripe for as long as tax law requires.",
  "Copies of messages you sent us stay in our spreadsheet and mailbox until you ask us to delete them.",
  "Backups are overwritten within 90 days.",
] as const;
