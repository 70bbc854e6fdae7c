/** Copy of header, footer and menus. */

export const SKIP_LINK = "Skip to content";
/** Before the id of a failed request. */
export const REFERENCE = "Reference:";

export const header = {
  menu: "Menu",
  account: "Account",
  signedInAs: "Signed in as",
  signIn: "Sign in",
  signOut: "Sign out",
  theme: "Light or dark",
  toggleTheme: "Switch between light and dark",
} as const;

/** Names of public pages in header and footer. */
export const pageLinks = {
  portfolio: "Portfolio",
  products: "Products",
  poflow: "POFlow",
  broodbook: "broodbook",
  pricing: "Pricing",
  about: "About",
  faq: "FAQ",
  contact: "Contact",
  terms: "Terms",
  privacy: "Privacy",
  accessibility: "Accessibility",
} as const;

export const footer = {
  label: "Footer",
  studio: "Studio",
  products: "Products",
  legal: "Legal",
  help: "Help",
  social: "Follow us",
} as const;
