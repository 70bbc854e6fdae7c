/** The intent of the form that generates new recovery codes. */
export const GENERATE_CODES_INTENT = "generate-codes";

/** The name of the first app. */
export const DEFAULT_APP_NAME = "Authenticator app";

/** What the settings page says after a change. */
export const TWO_STEP_CHANGES = {
  added: "Two-step verification is on. Your other devices need to sign in again with a code.",
  removed: "The authenticator app has been removed.",
  recovered:
    "Your recovery code removed your authenticator apps, so two-step verification is off. Please set up a new one now.",
} as const;

/** A verified app of the user. */
export interface AuthenticatorApp {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A new app that is waiting for its first code. */
export interface Enrollment {
  readonly app: string;
  /** Base32, to be typed where there is no camera. */
  readonly secret: string;
  /** The secret as a data URL; absent in the response to a wrong code, because it is large. */
  readonly qrCode?: string | undefined;
}
