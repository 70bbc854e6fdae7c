/** Copy of the account area that several places need. */
import { href } from "react-router";

export const dashboard = {
  title: "Dashboard",
} as const;

export const settings = {
  title: "Settings",
  generalTitle: "General settings",
} as const;

/** The account menu, on every page. */
export const accountMenu = [
  { to: href("/dashboard"), label: dashboard.title },
  { to: href("/settings/general"), label: settings.title },
] as const;

export const SET_UP_HELP =
  "The site’s operator can set it up with npm run db:migrate. Then reload this page.";
