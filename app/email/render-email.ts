import { TO_PREPARE } from "~/billing/plan/next-step.server";
import { brand } from "~/content/brand";
import { createSiteEmails } from "~/content/emails";
import { toOneLine } from "~/forms/text";
import { emailHtml, emailText } from "./email-layout";

/** The values of a template's placeholders, by name. */
export type EmailValues = Readonly<Record<string, string>>;

const name = escapeHtml(brand.name);
const siteEmails = createSiteEmails(name, escapeHtml(TO_PREPARE));

/**
 * One of the site's emails. Throws for a missing value, and for an unknown template: a newer version may have
 * queued it.
 */
export function renderEmail(template: string, values: EmailValues) {
  const email = siteEmails[template];
  if (!email) throw new Error(`There is no email "${template}"`);
  const known = { ...email, text: leaveOutUnknown(email.text, values) };
  return {
    // A line break would end the header.
    subject: toOneLine(fillIn(email.title, values)),
    html: fillIn(emailHtml(known, name), values, escapeHtml),
    text: fillIn(emailText(known, name), values),
  };
}

const PLACEHOLDERS = /\{\{ \.(\w+) \}\}/g;

/** A sentence can also follow a placeholder for a whole sentence. */
const SENTENCE_END = /(?<=\.) |(?<=\}\}) (?=[A-Z{])/;

/** The paragraphs without sentences that need a fact which is unknown, "". */
function leaveOutUnknown(paragraphs: readonly string[], values: EmailValues): string[] {
  const isKnown = (sentence: string) =>
    Array.from(sentence.matchAll(PLACEHOLDERS)).every(([, name = ""]) => values[name] !== "");
  return paragraphs
    .map((text) => text.split(SENTENCE_END).filter(isKnown).join(" "))
    .filter((text) => text !== "");
}

function fillIn(template: string, values: EmailValues, encode = (value: string) => value): string {
  return template.replace(PLACEHOLDERS, (_, placeholder: string) => {
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
