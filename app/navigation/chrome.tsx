/** What stands around every page. */
import { createContext, memo, use } from "react";
import { PUBLIC_PATHS } from "~/content/public-paths";
import { InlineScript } from "~/ui/inline-script";
import { type HeaderUser, SiteHeader } from "./site-header";

export function PageHeader({ member }: { member: HeaderUser | undefined }) {
  return (
    <header className="page-header border-line border-b bg-page">
      <SiteHeader member={member} />
    </header>
  );
}

/** The footer's HTML, which is the same for everyone. Undefined in the browser. */
export const FooterHtmlContext = createContext<string | undefined>(undefined);

/** In the browser, the footer that the page came with: it stands before the scripts. */
const serverFooterHtml = import.meta.env.SSR
  ? ""
  : document.querySelector("body > footer")?.innerHTML;

/**
 * The browser leaves the footer as the server wrote it, so its elements and links are in no script. Drawn once:
 * React would write the same HTML again, and the focus and what is selected in it would be lost.
 */
export const PageFooter = memo(function PageFooter() {
  const html = use(FooterHtmlContext) ?? serverFooterHtml ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of SiteFooter
  return <footer className="bg-sunken text-sm" dangerouslySetInnerHTML={{ __html: html }} />;
});

/**
 * Lets the browser fetch a page while the pointer rests on its link. Only pages that need no database:
 * those of the account area change too often. Browsers that save data do not do it.
 * https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export function SpeculationRules() {
  const rules = { prefetch: [{ where: { href_matches: PUBLIC_PATHS }, eagerness: "moderate" }] };
  return <InlineScript type="speculationrules" source={JSON.stringify(rules)} />;
}
