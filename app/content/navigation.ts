/** Copy and links of header, footer and menus. Taking a page out means deleting its line. */
import { href } from "react-router";
import { dashboard, settings } from "./account";
import { studio } from "./studio";

export interface NavigationLink {
  readonly label: string;
  readonly to: string;
  /** Class that shows the link to guests or signed-in users only (styles/components.css). */
  readonly audience?: "for-guests" | "for-users";
}

interface LinkGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

export const header = {
  menu: "Menu",
  account: "Account",
  signedInAs: "Signed in as",
  signIn: "Sign in",
  signOut: "Sign out",
  theme: "Light or dark",
  toggleTheme: "Switch between light and dark",
} as const;

/** The account menu, on every page. */
export const accountMenu: readonly NavigationLink[] = [
  { label: dashboard.title, to: href("/dashboard") },
  { label: settings.title, to: href("/settings/general") },
];

/** Public pages in the guest menu and the footer. */
export const studioLinks: readonly NavigationLink[] = [
  { label: "Portfolio", to: href("/portfolio") },
  { label: "Pricing", to: href("/pricing") },
  { label: "About", to: href("/about") },
  { label: "FAQ", to: href("/faq") },
  { label: "Contact", to: href("/contact") },
];

const productLinks: readonly NavigationLink[] = [
  { label: "POFlow", to: href("/poflow") },
  { label: "broodbook", to: href("/broodbook") },
];

/** Submenus of the guest menu, before `studioLinks`. */
export const submenus: readonly LinkGroup[] = [{ title: "Products", links: productLinks }];

const terms: NavigationLink = { label: "Terms", to: href("/legal/terms-of-service") };
const privacy: NavigationLink = { label: "Privacy", to: href("/legal/privacy-policy") };

export const footer = {
  label: "Footer",
  legal: "Legal",
} as const;

/** Columns of the footer. */
export const footerColumns: readonly LinkGroup[] = [
  { title: "Studio", links: studioLinks },
  { title: "Products", links: productLinks },
  {
    title: footer.legal,
    links: [terms, privacy, { label: "Accessibility", to: href("/legal/accessibility") }],
  },
  { title: "Follow us", links: studio.social.map(({ name, href }) => ({ label: name, to: href })) },
];

/** Below the studio's name in the footer. */
export const footerAccountLinks: readonly NavigationLink[] = [
  { label: header.signIn, to: href("/auth/signin"), audience: "for-guests" },
  { label: dashboard.title, to: href("/dashboard"), audience: "for-users" },
];

/** Shown instead of the columns in the account area (styles/account-area.css). */
export const accountFooterLinks: readonly NavigationLink[] = [
  { label: "Help", to: href("/contact") },
  terms,
  privacy,
];
