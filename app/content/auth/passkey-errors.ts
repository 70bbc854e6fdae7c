/** The button that signs in with a passkey, and errors of passkeys. */

export const passkeyButton = {
  label: "Continue with a passkey",
} as const;

/** Why the browser returned no passkey, by the name of its error. Source: WebAuthn Level 3, 5.1.3 and 5.1.4. */
export const ceremonyErrors: Readonly<Record<string, string>> = {
  NotAllowedError: "Canceled or timed out. You can try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys for this site don’t work at this address.",
};

export const CEREMONY_FAILED = "Your browser couldn’t use a passkey. Please try again.";

const OFF = "Passkeys are turned off.";
const EXPIRED = "That took too long, or was started in another browser. Please try again.";

export const passkeyErrors = {
  off: OFF,
  malformed: "Your browser sent an incomplete passkey. Please try again.",
  unverified:
    "Your device didn’t check that it’s you. Turn on its screen lock or PIN, or sign in another way.",
  expired: EXPIRED,
  notAdded:
    "That passkey was not added. It may belong to another account. Please use another one, or try again in a moment.",
  removed: "That passkey was already removed.",
} as const;

/** Messages by GoTrue's error code. It has one code for an unknown, a removed and a forged passkey. */
export const gotruePasskeyErrors: Readonly<Record<string, string>> = {
  passkey_disabled: OFF,
  webauthn_challenge_not_found: EXPIRED,
  webauthn_challenge_expired: EXPIRED,
  webauthn_verification_failed:
    "We don’t recognize that passkey. It may have been removed. Please use another one, or sign in another way.",
  webauthn_credential_exists: "That passkey is already registered.",
  too_many_passkeys: "You have reached the maximum number of passkeys. Remove one to add another.",
};
