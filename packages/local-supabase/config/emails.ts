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
