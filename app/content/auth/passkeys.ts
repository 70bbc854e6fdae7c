/** Text of the settings page of passkeys. */

export const passkeysPage = {
  title: "Passkeys",
  lead: "Sign in with your fingerprint, face, or screen lock instead of your password. If two-step verification is on, we still ask for a code.",
  empty: "You don’t have any passkeys yet.",
  addedOn: "Added on",
  lastUsedOn: "Last used on",
  /** Also the auth server's name for a passkey of an unknown provider. */
  defaultName: "Passkey",
  add: "Add a passkey",
  needsScript: "Adding a passkey requires JavaScript, which is turned off in your browser.",
  unsupported: "This browser can’t add a passkey. Please try a newer one.",
  rename: "Rename",
  name: "Name",
  save: "Save",
  remove: "Remove",
  lastOne: "This is your only passkey. Without it, you’ll need another way to sign in.",
  removeLast: "Remove passkey",
} as const;

/** Shown after a change. */
export const passkeyChanges = {
  added: "Your passkey has been added. You can now sign in with it.",
  renamed: "Your passkey has been renamed.",
  removed:
    "The passkey has been removed and no longer signs you in. Your device may still list it; you can delete it there.",
} as const;

export const passkeyFieldErrors = {
  name: "Please enter a name",
  nameTooLong: (max: number) => `Please use at most ${max} characters`,
} as const;
