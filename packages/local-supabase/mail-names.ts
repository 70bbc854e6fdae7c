/** Mails that a person has to act on, each with a link or a code. */
export const TEMPLATE_NAMES = [
  "confirmation",
  "recovery",
  "magic_link",
  "email_change",
  "invite",
  "reauthentication",
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Mails that only say what has happened to an account. */
export const NOTICE_NAMES = [
  "password_changed",
  "email_changed",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
] as const;
export type NoticeName = (typeof NOTICE_NAMES)[number];
