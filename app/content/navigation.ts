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

/** Public pages in the guest menu and the footer. */
export const studioLinks = [
  { label: "Portfolio", to: "/portfolio" },
  { label: "Pricing", to: "/pricing" },
  { label: "About", to: "/about" },
  { label: "FAQ", to: "/faq" },
  { label: "Contact", to: "/contact" },
] as const;

export const products = {
  title: "Products",
  links: [
    { label: "POFlow", to: "/poflow" },
    { label: "broodbook", to: "/broodbook" },
  ],
} as const;

export const legalLinks = [
  { label: "Terms", to: "/legal/terms-of-service" },
  { label: "Privacy", to: "/legal/privacy-policy" },
  { label: "Accessibility", to: "/legal/accessibility" },
] as const;

export const footer = {
  label: "Footer",
  studio: "Studio",
  legal: "Legal",
  help: "Help",
  social: "Follow us",
} as const;
