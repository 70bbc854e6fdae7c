import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CompactFooter, SiteFooter } from "./site-footer";

const linksOf = (html: string) =>
  Array.from(
    html.matchAll(/href="([^"]+)"[^>]*>([^<]+)<\/a>/g),
    ([, to, label]) => `${label} ${to}`,
  );

test("the footer links to sign-in or the dashboard, and to the public pages", () => {
  const links = linksOf(renderToStaticMarkup(<SiteFooter isSignedIn={false} />));
  expect(links).toEqual([
    "Sign in /auth/signin",
    "Portfolio /portfolio",
    "Pricing /pricing",
    "About /about",
    "FAQ /faq",
    "Contact /contact",
    "POFlow /poflow",
    "broodbook /broodbook",
    "Terms /legal/terms-of-service",
    "Privacy /legal/privacy-policy",
    "Accessibility /legal/accessibility",
    expect.stringContaining("LinkedIn https://"),
    expect.stringContaining("GitHub https://"),
  ]);
  const [first] = linksOf(renderToStaticMarkup(<SiteFooter isSignedIn={true} />));
  expect(first).toBe("Dashboard /dashboard");
});

test("the compact footer links to help and the legal pages", () => {
  expect(linksOf(renderToStaticMarkup(<CompactFooter />))).toEqual([
    "Help /contact",
    "Terms /legal/terms-of-service",
    "Privacy /legal/privacy-policy",
  ]);
});
