/** What stands around every page. */
import { createContext, memo, use } from "react";
import { GUEST_MENU_ID, type Member, SiteHeader } from "./site-header";

/** HTML that is the same for everyone, rendered once. */
export interface FixedHtml {
  readonly guestMenu: string;
  readonly footer: string;
}

/** Set by the server alone. */
export const FixedHtmlContext = createContext<FixedHtml | undefined>(undefined);

/**
 * In the browser, what the page came with: it stands before the scripts. React leaves it as the server wrote it,
 * so its elements and links are in no script. A guest who signs in, or the other way round, gets a new document.
 */
const shown = import.meta.env.SSR
  ? undefined
  : {
      guestMenu: document.getElementById(GUEST_MENU_ID)?.innerHTML ?? "",
      footer: document.querySelector("body > footer")?.innerHTML ?? "",
    };

const useFixedHtml = (part: keyof FixedHtml) => (use(FixedHtmlContext) ?? shown)?.[part] ?? "";

export function PageHeader({ member }: { member: Member | undefined }) {
  const guestMenu = useFixedHtml("guestMenu");
  return (
    <header className="top-0 z-10 border-line border-b bg-page min-[20rem]:sticky">
      <SiteHeader member={member} guestMenu={guestMenu} />
    </header>
  );
}

/** Drawn once: React would write the same HTML again, and the focus and what is selected in it would be lost. */
export const PageFooter = memo(function PageFooter() {
  const html = useFixedHtml("footer");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of SiteFooter
  return <footer className="bg-sunken text-sm" dangerouslySetInnerHTML={{ __html: html }} />;
});
