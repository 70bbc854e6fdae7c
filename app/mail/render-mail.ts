import { nextSteps } from "~/content/billing/next-steps";
import { brand } from "~/content/brand";
import { createSiteMails, type Mail } from "~/content/mails";
import { mailHtml, mailText } from "./mail-layout";

/** The values of a template's placeholders, by name. */
export type MailValues = Readonly<Record<string, string>>;

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const name = escapeHtml(brand.name);
const siteMails: Readonly<Record<string, Mail>> = createSiteMails({
  name,
  nextSteps: [nextSteps.email("{{ .Email }}"), nextSteps.reply].map(escapeHtml),
});

/**
 * Renders one of the site's own emails. Throws for a placeholder without a value, and for an unknown template, which a
 * newer version may have queued before a rollback.
 */
export function renderMail(template: string, values: MailValues): RenderedMail {
  const mail = siteMails[template];
  if (!mail) throw new Error(`There is no email "${template}"`);
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
