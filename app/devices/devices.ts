/** Where people see and end the sessions of their account. */
export const DEVICES_PATH = "/settings/devices";

/** A list is this long at most. */
export const DEVICES_SHOWN = 50;

/** A session of the account, as its owner knows it. */
export interface Device {
  readonly id: string;
  /** Browser and system in words. */
  readonly name: string;
  /** When it was last seen: at its sign-in, or when it last renewed its session. ISO 8601. */
  readonly usedAt: string;
  /** The one that asks. */
  readonly isCurrent: boolean;
  /** The password was right, and the two-step code has not been given. */
  readonly isMfaRequired: boolean;
}
