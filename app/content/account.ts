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
