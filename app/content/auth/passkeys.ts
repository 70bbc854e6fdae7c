/** Text of passkeys: their settings page, signing in with one, and errors. */

export const passkeysPage = {
  title: "Passkeys",
  lead: "Sign in with your fingerprint, face, or screen lock instead of your password. If two-step verification is on, we still ask for a code.",
  empty: "You don't have any passkeys yet.",
  addedOn: "Added on",
  lastUsedOn: "Last used on",
  defaultName: "Passkey",
  add: "Add a passkey",
  needsScript: "Adding a passkey requires JavaScript, which is turned off in your browser.",
  unsupported: "This browser can't add a passkey. Please try a newer one.",
  rename: (name: string) => `Rename ${name}`,
  name: "Name",
  save: "Save",
  remove: "Remove",
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

export const passkeyButton = {
  signIn: "Sign in with a passkey",
} as const;

/** Why the browser returned no passkey, by the name of its error. Source: WebAuthn Level 3, 5.1.3 and 5.1.4. */
export const ceremonyErrors: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was used: it was canceled or took too long. Please try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys for this site don't work at this address.",
};

export const CEREMONY_FAILED = "Your browser couldn't use a passkey. Please try again.";

export const passkeyErrors = {
  off: "Passkeys are turned off.",
  malformed: "Your browser sent an incomplete passkey. Please try again.",
  wrongSite: "Passkeys for this site don't work at this address.",
  unverified:
    "Your device didn't check that it's you. Turn on its screen lock or PIN, or sign in another way.",
  differentAccount: "That passkey belongs to a different account. Please use one of your own.",
  removed: "That passkey was already removed.",
} as const;

const EXPIRED = "That took too long, or was started in another browser. Please try again.";

/** Messages by GoTrue's error code. It has one code for an unknown, a removed and a forged passkey. */
export const gotruePasskeyErrors: Readonly<Record<string, string>> = {
  passkey_disabled: passkeyErrors.off,
  webauthn_challenge_not_found: EXPIRED,
  webauthn_challenge_expired: EXPIRED,
  webauthn_verification_failed:
    "We don't recognize that passkey. It may have been removed. Please use another one, or sign in another way.",
  webauthn_credential_exists: "That passkey is already registered.",
  too_many_passkeys: "You have reached the maximum number of passkeys. Remove one to add another.",
};
