/** Deletion of an account: the page, its errors, and the page afterwards. */

export const deleteAccountPage = {
  title: "Delete my account",
  consequences: [
    "If you have a subscription, it ends immediately. The rest of the paid month is not refunded, and any amount still owed for a plan change is charged.",
    "Your profile, your items and the messages you sent us are removed from our database.",
    "Two things remain elsewhere: past invoices at our payment provider, for as long as tax law requires, and messages from the contact form that were forwarded to us. Backups are overwritten within 90 days.",
    "You are signed out everywhere. This can’t be undone, not even by us.",
  ],
  beforeExport: "You may want to",
  exportLink: "download your data",
  afterExport: "first.",
  /** What to type when the account has no email address. */
  phrase: "delete my account",
  confirm: (phrase: string) => `Type ${phrase} to confirm`,
  delete: "Delete my account",
  keep: "Keep my account",
} as const;

export const deletionErrors = {
  missing: (phrase: string) => `Please type ${phrase} to confirm`,
  different: (phrase: string) => `That doesn’t match: please type ${phrase}`,
  notConfirmed:
    "Any subscription is canceled, but we got no confirmation that your account was deleted. Please try again in a moment.",
} as const;

export const accountDeleted = {
  heading: "Account deleted",
  title: "Your account is deleted",
  deleted:
    "Your profile, your items, and the messages you sent us from your address were deleted from our database, and no subscription is active.",
  retained:
    "Two things remain elsewhere. Our payment provider keeps past invoices for as long as tax law requires. Messages from the contact form were forwarded to us when you sent them; contact us and we’ll delete those too:",
  backups: "Backups are overwritten within 90 days.",
} as const;
