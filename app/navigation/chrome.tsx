/** The footer of every page, and its speculation rules. */
import { createContext, memo, use } from "react";
import { InlineScript } from "~/ui/inline-script";
import { PUBLIC_PATHS } from "~/ui/public-paths";

/** The footer's HTML, rendered once by the server. Undefined in the browser. */
export const FooterHtmlContext = createContext<string | undefined>(undefined);

/** In the browser, the footer of the server-rendered document; it precedes the scripts. */
const serverFooterHtml = import.meta.env.SSR
  ? ""
  : document.querySelector("body > footer")?.innerHTML;

/**
 * The server-rendered footer as static HTML, which keeps its markup out of the client bundle. Memoized:
 * setting the HTML again would lose focus and selection.
 */
export const PageFooter = memo(function PageFooter() {
  const html = use(FooterHtmlContext) ?? serverFooterHtml ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from SiteFooter by React
  return <footer className="bg-sunken text-sm" dangerouslySetInnerHTML={{ __html: html }} />;
});

/**
 * Prefetches public pages on hover. Account pages are excluded, since their data changes.
 * Source: https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export function SpeculationRules() {
  const rules = { prefetch: [{ where: { href_matches: PUBLIC_PATHS }, eagerness: "moderate" }] };
  return <InlineScript type="speculationrules" source={JSON.stringify(rules)} />;
}
