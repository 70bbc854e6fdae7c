/**
 * What stands around every page. It is the same for all guests and for all who are signed in, so a server
 * renders it once and then writes the text. The browser makes the same elements of the header, which
 * changes when somebody signs in or out; the foot it leaves as it came.
 */
import { createContext, use } from "react";
import { SiteHeader } from "./site-header";

export interface ChromeText {
  readonly guestHeader: string;
  readonly accountHeader: string;
  readonly footer: string;
}

/** Undefined in the browser. */
export const ChromeTextContext = createContext<ChromeText | undefined>(undefined);

const HEADER_CLASS = "top-0 z-10 min-[20rem]:sticky border-line border-b bg-page";
const FOOTER_CLASS = "bg-sunken text-sm";

export function PageHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const text = use(ChromeTextContext);
  if (!text) {
    return (
      <header className={HEADER_CLASS}>
        <SiteHeader isSignedIn={isSignedIn} />
      </header>
    );
  }
  const html = isSignedIn ? text.accountHeader : text.guestHeader;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of SiteHeader
  return <header className={HEADER_CLASS} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** In the browser, the foot that the page came with: it stands before the scripts. */
const shownFooter = import.meta.env.SSR ? "" : document.querySelector("body > footer")?.innerHTML;

export function PageFooter() {
  const html = use(ChromeTextContext)?.footer ?? shownFooter ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of SiteFooter
  return <footer className={FOOTER_CLASS} dangerouslySetInnerHTML={{ __html: html }} />;
}
