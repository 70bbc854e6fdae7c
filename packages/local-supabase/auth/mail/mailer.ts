import type { NotificationName, TemplateName } from "../../config/emails.ts";
import type { OutgoingEmail } from "../../config/options.ts";
import { type AuthConfig, readNotification, readTemplate } from "../../config/project.ts";
import { AuthError } from "../errors.ts";
import type { OneTimeToken } from "../links/one-time-tokens.ts";
import type { Flow } from "../oauth/flow-state.ts";
import { renderTemplate } from "./render-template.ts";

/** An email with a link or a code. */
interface TemplateEmail {
  template: TemplateName;
  to: string;
  /** The account's address. */
  email: string;
  /** The requested address, in an email change. */
  newEmail?: string;
  token: OneTimeToken;
  /** Missing for an email with only a code. */
  flow?: Flow;
}

/** A notification of an account change. */
interface NotificationEmail {
  notification: NotificationName;
  to: string;
  /** The account's address, after the change. */
  email: string;
  /** The address before an email change. */
  oldEmail?: string;
}

export interface Mailer {
  sendTemplate(mail: TemplateEmail): Promise<void>;
  /** Does nothing when the notification is disabled in `supabase/config.toml`. */
  sendNotification(mail: NotificationEmail): Promise<void>;
}

interface MailerOptions {
  config: AuthConfig;
  siteUrl: string;
  issuer: string;
  sendEmail: (email: OutgoingEmail) => Promise<void>;
}

/** Go's `net/mail` and SMTP are stricter than GoTrue's check of an address. */
function isDeliverable(address: string): boolean {
  return address.length < 255 && !/^\.|\.\.|\.@/.test(address);
}

/** Verification types of templates with a link. */
const VERIFICATION_TYPES: Partial<Record<TemplateName, string>> = {
  confirmation: "signup",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
  invite: "invite",
};

/** Sends the emails of `supabase/config.toml`, HTML only, as on hosted. */
export function createMailer({ config, siteUrl, issuer, sendEmail }: MailerOptions): Mailer {
  return {
    async sendTemplate(mail) {
      if (!isDeliverable(mail.to)) {
        throw new AuthError(500, "unexpected_failure", `Error sending ${mail.template} email`);
      }
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
    async sendNotification(mail) {
      const text = await readNotification(config, mail.notification);
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

/** The link of Supabase's default templates: verifies on the auth server, then redirects to `redirect`. */
export function verifyUrl(issuer: string, hash: string, type: string, redirect: string): string {
  // As in GoTrue (templatemailer.go, encodeRedirectURL): a URL without these characters is not encoded.
  const target = /[&=#]/.test(redirect) ? encodeURIComponent(redirect) : redirect;
  return `${issuer}/verify?${new URLSearchParams({ token: hash, type })}&redirect_to=${target}`;
}
