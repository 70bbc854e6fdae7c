/** The settings page of passkeys. */
export const PASSKEYS_PATH = "/settings/passkeys";

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null if it has not been used. */
  readonly usedAt: string | null;
}
