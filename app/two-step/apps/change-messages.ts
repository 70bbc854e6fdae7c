/** What the settings page says after a change. */
export const CHANGE_MESSAGES = {
  added: "Two-step verification is on. Your other devices need to sign in again with a code.",
  removed: "The authenticator app has been removed.",
  recovered:
    "Your recovery code removed your authenticator apps, so two-step verification is off. Please set up a new one now.",
} as const;
