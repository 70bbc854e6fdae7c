/** For a passkey that the browser or the server can't read: trying again may never help. */
export const INCOMPLETE_PASSKEY =
  "We didn’t get a complete passkey. If you use a password manager, it may be the cause: try with its passkeys turned off.";
