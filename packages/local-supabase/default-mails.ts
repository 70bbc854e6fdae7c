/** Plain mails for a project that brings none, with the links of Supabase's default templates. */
import type { NoticeName, TemplateName } from "./mail-names.ts";

export interface MailText {
  readonly subject: string;
  readonly html: string;
}

export const DEFAULT_MAILS: Readonly<Record<TemplateName | NoticeName, MailText>> = {
  confirmation: linked("Confirm your email address", "Confirm {{ .Email }}"),
  recovery: linked("Reset your password", "Reset the password of {{ .Email }}"),
  magic_link: linked("Your sign-in link", "Sign in as {{ .Email }}"),
  email_change: linked(
    "Confirm the change of your email address",
    "Change {{ .Email }} to {{ .NewEmail }}",
  ),
  invite: linked("You are invited", "Accept the invitation to {{ .SiteURL }}"),
  reauthentication: {
    subject: "{{ .Token }} is your verification code",
    html: "<p>{{ .Token }}</p>",
  },
  password_changed: notice(
    "Your password was changed",
    "The password of {{ .Email }} was changed.",
  ),
  email_changed: notice(
    "Your email address was changed",
    "Your address is {{ .Email }} in place of {{ .OldEmail }}.",
  ),
  mfa_factor_enrolled: notice(
    "Two-step verification was turned on",
    "An app was added to {{ .Email }}.",
  ),
  mfa_factor_unenrolled: notice(
    "An authenticator app was removed",
    "An app was removed from {{ .Email }}.",
  ),
};

function linked(subject: string, text: string): MailText {
  const link = `<a href="{{ .ConfirmationURL }}">${text}</a>`;
  return {
    subject,
    html: `<h2>${subject}</h2><p>${link}</p><p>Or enter the code {{ .Token }}</p>`,
  };
}

function notice(subject: string, text: string): MailText {
  return { subject, html: `<h2>${subject}</h2><p>${text}</p>` };
}
