import type { NoticeName, TemplateName } from "../mail-names.ts";
import type { OutgoingEmail } from "../options.ts";
import { type AuthConfig, readNotice, readTemplate } from "../project-config.ts";
import type { Flow } from "./flow.ts";
import type { OneTimeToken } from "./one-time-tokens.ts";
import { renderTemplate } from "./render-template.ts";

/** A mail with a link or a code. */
export interface TemplateMail {
  template: TemplateName;
  to: string;
  /** The account's address. */
  email: string;
  /** The address it shall have, in an e-mail change. */
  newEmail?: string;
  token: OneTimeToken;
  /** Absent where the mail carries a code only. */
  flow?: Flow;
}

/** A mail that says what has happened to an account. */
export interface NoticeMail {
  notice: NoticeName;
  to: string;
  /** The account's address, after the change. */
  email: string;
  /** The address before an e-mail change. */
  oldEmail?: string;
}

export interface Mailer {
  sendTemplate(mail: TemplateMail): Promise<void>;
  /** Does nothing where `supabase/config.toml` has the notice off. */
  sendNotice(mail: NoticeMail): Promise<void>;
}

interface MailerOptions {
  config: AuthConfig;
  siteUrl: string;
  issuer: string;
  sendEmail: (email: OutgoingEmail) => Promise<void>;
}

/** The type that the link of a mail verifies as; the others carry no link. */
const VERIFICATION_TYPES: Partial<Record<TemplateName, string>> = {
  confirmation: "signup",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
  invite: "invite",
};

/** Sends the mails of `supabase/config.toml`, filled in as hosted fills them in: HTML only. */
export function createMailer({ config, siteUrl, issuer, sendEmail }: MailerOptions): Mailer {
  return {
    async sendTemplate(mail) {
      const { token } = mail;
      const redirect = mail.flow?.redirect ?? siteUrl;
      const type = VERIFICATION_TYPES[mail.template] ?? "";
      const values = {
        SiteURL: siteUrl,
        ConfirmationURL: type && verifyUrl(issuer, token.hash, type, redirect),
        Token: token.code,
        TokenHash: token.hash,
        RedirectTo: redirect,
        Email: mail.email,
        NewEmail: mail.newEmail ?? "",
      };
      const { subject, html } = await readTemplate(config, mail.template);
      await sendEmail({
        to: mail.to,
        subject: renderTemplate(subject, values),
        html: renderTemplate(html, values),
      });
    },
    async sendNotice(mail) {
      const text = await readNotice(config, mail.notice);
      if (!text) return;
      const values = {
        SiteURL: siteUrl,
        Email: mail.email,
        OldEmail: mail.oldEmail ?? "",
        FactorType: "totp",
      };
      const html = renderTemplate(text.html, values);
      await sendEmail({ to: mail.to, subject: text.subject, html });
    },
  };
}

/** The link of Supabase's default templates: verifies on the auth server and goes on to `redirect`. */
export function verifyUrl(issuer: string, hash: string, type: string, redirect: string): string {
  // As GoTrue does (templatemailer.go, encodeRedirectURL): an address without these counts as encoded.
  const target = /[&=#]/.test(redirect) ? encodeURIComponent(redirect) : redirect;
  return `${issuer}/verify?${new URLSearchParams({ token: hash, type })}&redirect_to=${target}`;
}
