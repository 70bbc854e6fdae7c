/** The name of the first app. */
export const DEFAULT_APP_NAME = "Authenticator app";

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
