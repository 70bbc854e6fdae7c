/** Emails with a link or a code. */
export const TEMPLATE_NAMES = [
  "confirmation",
  "recovery",
  "magic_link",
  "email_change",
  "invite",
  "reauthentication",
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Notifications of account changes. */
export const NOTIFICATION_NAMES = [
  "password_changed",
  "email_changed",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
] as const;
export type NotificationName = (typeof NOTIFICATION_NAMES)[number];

export interface EmailContent {
  readonly subject: string;
  readonly html: string;
}

/** For a project without templates, with the links of Supabase's default templates. */
export const DEFAULT_EMAILS: Readonly<Record<TemplateName | NotificationName, EmailContent>> = {
  confirmation: linkEmail("Confirm your email address", "Confirm {{ .Email }}"),
  recovery: linkEmail("Reset your password", "Reset the password of {{ .Email }}"),
  magic_link: linkEmail("Your sign-in link", "Sign in as {{ .Email }}"),
  email_change: linkEmail(
    "Confirm the change of your email address",
    "Change {{ .Email }} to {{ .NewEmail }}",
  ),
  invite: linkEmail("You are invited", "Accept the invitation to {{ .SiteURL }}"),
  reauthentication: {
    subject: "{{ .Token }} is your verification code",
    html: "<p>{{ .Token }}</p>",
  },
  password_changed: notificationEmail(
    "Your password was changed",
    "The password of {{ .Email }} was changed.",
  ),
  email_changed: notificationEmail(
    "Your email address was changed",
    "Your address was changed from {{ .OldEmail }} to {{ .Email }}.",
  ),
  mfa_factor_enrolled: notificationEmail(
    "Two-step verification was turned on",
    "An app was added to {{ .Email }}.",
  ),
  mfa_factor_unenrolled: notificationEmail(
    "An authenticator app was removed",
    "An app was removed from {{ .Email }}.",
  ),
};

function linkEmail(subject: string, text: string): EmailContent {
  const link = `<a href="{{ .ConfirmationURL }}">${text}</a>`;
  return {
    subject,
    html: `<h2>${subject}</h2><p>${link}</p><p>Or enter the code {{ .Token }}</p>`,
  };
}

function notificationEmail(subject: string, text: string): EmailContent {
  return { subject, html: `<h2>${subject}</h2><p>${text}</p>` };
}
