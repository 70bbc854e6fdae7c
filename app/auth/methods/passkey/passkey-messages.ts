/** The passkey can't be read by the browser or the server, so trying again may never help. */
export const INCOMPLETE_PASSKEY =
  "We didn’t get a complete passkey. If you use a password manager, it may be the cause: try with its passkeys turned off.";
