import { brand } from "~/content/brand";
import { createSiteMails, type SiteMailName } from "~/content/mails";
import { studio } from "~/content/studio";
import { mailHtml, mailText } from "./mail-layout";

/** The values of a template's placeholders, by name. */
export type MailValues = Readonly<Record<string, string>>;

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const name = escapeHtml(brand.name);
const siteMails = createSiteMails({ name, founder: escapeHtml(studio.founders.engineering.name) });

export const SITE_MAIL_NAMES = Object.keys(siteMails) as SiteMailName[];

/** Renders one of the site's own emails. Throws for a placeholder without a value. */
export function renderMail(template: SiteMailName, values: MailValues): RenderedMail {
  const mail = siteMails[template];
  return {
    subject: fillIn(mail.title, values),
    html: fillIn(mailHtml(mail, name), values, escapeHtml),
    text: fillIn(mailText(mail), values),
  };
}

function fillIn(template: string, values: MailValues, encode = (value: string) => value): string {
  return template.replace(/\{\{ \.(\w+) \}\}/g, (_, placeholder: string) => {
    const value = values[placeholder];
    if (value === undefined) throw new Error(`The email has no value for ${placeholder}`);
    return encode(value);
  });
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
