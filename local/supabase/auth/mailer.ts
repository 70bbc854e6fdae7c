import { readFile } from "node:fs/promises";
import type { OutgoingEmail } from "../options.ts";
import type { Flow } from "./flow.ts";
import { htmlToText } from "./html-to-text.ts";
import type { OneTimeToken } from "./one-time-tokens.ts";
import { renderTemplate } from "./render-template.ts";

/** Subjects as in `supabase/config.toml`, and the type a link of that mail verifies as. */
export const TEMPLATES = {
  confirmation: { subject: "Confirm your email address", type: "signup" },
  recovery: { subject: "Reset your password", type: "recovery" },
  magic_link: { subject: "Your sign-in link", type: "magiclink" },
  email_change: { subject: "Confirm your new email address", type: "email_change" },
  invite: { subject: "You are invited to Selvedge", type: "invite" },
} as const;

export type TemplateName = keyof typeof TEMPLATES;

export interface TemplateMail {
  template: TemplateName;
  to: string;
  /** The account's address. */
  email: string;
  /** The address it shall have, in an e-mail change. */
  newEmail?: string;
  token: OneTimeToken;
  flow: Flow;
}

export type SendTemplate = (mail: TemplateMail) => Promise<void>;

interface MailerOptions {
  siteUrl: string;
  issuer: string;
  sendEmail: (email: OutgoingEmail) => Promise<void>;
}

/** Sends the project's own e-mail templates, filled in as hosted fills them in. */
export function createMailer({ siteUrl, issuer, sendEmail }: MailerOptions): SendTemplate {
  return async (mail) => {
    const { subject, type } = TEMPLATES[mail.template];
    const source = await readFile(templateFile(mail.template), "utf8");
    const html = renderTemplate(source, {
      SiteURL: siteUrl,
      ConfirmationURL: verifyUrl(issuer, mail.token.hash, type, mail.flow.redirect),
      Token: mail.token.code,
      TokenHash: mail.token.hash,
      RedirectTo: mail.flow.redirect,
      Email: mail.email,
      NewEmail: mail.newEmail ?? "",
    });
    await sendEmail({ to: mail.to, subject, html, text: htmlToText(html) });
  };
}

/** The link of Supabase's default templates: verifies on the auth server and goes on to `redirect`. */
export function verifyUrl(issuer: string, hash: string, type: string, redirect: string): string {
  const query = new URLSearchParams({ token: hash, type, redirect_to: redirect });
  return `${issuer}/verify?${query}`;
}

function templateFile(name: TemplateName): URL {
  return new URL(`../../../supabase/templates/${name}.html`, import.meta.url);
}
