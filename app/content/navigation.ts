/** Copy and links of header, footer and menus. Taking a page out means deleting its line. */
import { href } from "react-router";
import { dashboard, settings } from "./account";
import { studio } from "./studio";

export interface NavigationLink {
  readonly label: string;
  readonly to: string;
}

interface LinkGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

export const header = {
  menu: "Menu",
  account: "Account",
  signedInAs: "Signed in as",
  signOut: "Sign out",
  theme: "Light or dark",
  toggleTheme: "Switch between light and dark",
} as const;

export const signInLink: NavigationLink = { label: "Sign in", to: href("/auth/signin") };
export const dashboardLink: NavigationLink = { label: dashboard.title, to: href("/dashboard") };

/** The account menu, on every page. */
export const accountMenu: readonly NavigationLink[] = [
  dashboardLink,
  { label: settings.title, to: href("/settings/general") },
];

export const contactLink: NavigationLink = { label: "Contact", to: href("/contact") };

/** Public pages in the guest menu and the footer; the first two also where a page is missing. */
export const studioLinks: readonly NavigationLink[] = [
  { label: "Portfolio", to: href("/portfolio") },
  { label: "Pricing", to: href("/pricing") },
  { label: "About", to: href("/about") },
  { label: "FAQ", to: href("/faq") },
  contactLink,
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

/** Links of the compact footer. */
export const accountFooterLinks: readonly NavigationLink[] = [
  { label: "Help", to: href("/contact") },
  terms,
  privacy,
];
