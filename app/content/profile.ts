/** Text of the profile, and of the user's data, in the general settings. */

export const profileForm = {
  title: "Profile",
  name: "Name",
  email: "Email",
  emailHint: "If you change it, we’ll send a link to each address. Click both to confirm.",
  signInMethods: (methods: string) => `You sign in with: ${methods}`,
  save: "Save",
} as const;

/** Validation of the profile form. */
export const profileErrors = {
  name: "Please enter your name",
  nameTooLong: (max: number) => `Please use at most ${max} characters`,
  email: "Please enter your email",
} as const;

export const profileResults = {
  updated: "Your profile has been updated",
  confirmEmail:
    "To complete this process click the confirmation links sent to your new and old email addresses",
  nameSaved: "Your name has been saved.",
  emailNotChanged: "Your name has been saved, but your email was not changed.",
  emailUnreachable:
    "Your name has been saved, but your email was not changed, because we can’t reach the sign-in service right now. Please try again in a moment.",
  signInAgain: "Your name has been saved. Please sign in again to change your email.",
  resentTooSoon:
    "No email was sent: the last one is less than a minute old. Please try again in a minute.",
} as const;

/** An email change that waits for confirmation. */
export const pendingEmail = {
  becomes: "Your email will change to",
  until: (email: string) => `Until then, sign in with ${email}.`,
  expired: "The links have expired. Send the emails again to get new ones.",
  both: (email: string, newEmail: string) =>
    `Next: click the links we sent to ${email} and to ${newEmail}.`,
  old: (email: string, newEmail: string) =>
    `${newEmail} is confirmed. Next: click the link we sent to ${email}.`,
  new: (email: string, newEmail: string) =>
    `${email} is confirmed. Next: click the link we sent to ${newEmail}.`,
  resend: "Send the emails again",
  cancel: "Cancel the change",
  canceled: "The change is canceled. The links in the two emails no longer work.",
  resent: "We sent both emails again. Only the new links work.",
  justSent: "We sent them less than a minute ago. Please check both inboxes.",
} as const;

export const yourData = {
  title: "Your data",
  download:
    "Everything we store about you, as a JSON file: your profile, your items, your subscription and the messages you sent us.",
  downloadButton: "Download my data",
  delete: "Deleting your account ends any subscription and permanently removes all of that.",
  deleteButton: "Delete my account",
} as const;
