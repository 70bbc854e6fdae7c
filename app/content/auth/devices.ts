/** Text of the page that lists where an account is signed in. */

export const devicesPage = {
  title: "Devices",
  heading: "Where you’re signed in",
  lead: "If you don’t recognize one of these, sign it out and change your password. A signed-out device may still show your account for up to an hour, but can’t change anything.",
  truncated: (shown: number) =>
    `Showing the ${shown} most recently used devices. Signing out all other devices includes any that are not shown.`,
  signOutOthers: "Sign out all other devices",
  thisDevice: "This device",
  inUse: "In use now",
  lastUsed: "Last used on",
  signedInWith: "Signed in with:",
  codeMissing: "Someone started signing in here but hasn’t entered a code.",
  signOut: "Sign out",
} as const;

/** Names of devices. */
export const deviceNames = {
  both: (browser: string, system: string) => `${browser} on ${system}`,
  systemOnly: (system: string) => `A browser on ${system}`,
  unknown: "An unknown browser",
} as const;

/** How a device signed in, by GoTrue's name of the method. Source: supabase/auth, `internal/models/factor.go`. */
export const signInMethods: Readonly<Record<string, string>> = {
  password: "Password",
  passkey: "Passkey",
  oauth: "Google or GitHub",
  otp: "Email link",
};

export const deviceMessages = {
  thisDevice: "This is the device you are using. To sign out here, use “Sign out” in the menu.",
  missing: "Please choose a device",
  signedOut: "The device has been signed out.",
  othersSignedOut(count: number): string {
    if (count === 0) return "You aren’t signed in anywhere else.";
    return count === 1
      ? "The other device has been signed out."
      : `${count} other devices have been signed out.`;
  },
} as const;
