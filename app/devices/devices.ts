/** The maximum length of the list. */
export const MAX_DEVICES_SHOWN = 50;

/** A session of the account as its owner sees it. */
export interface Device {
  readonly id: string;
  /** Browser and operating system. */
  readonly name: string;
  /** The last sign-in or session refresh. ISO 8601. */
  readonly usedAt: string;
  /** The device that sent this request. */
  readonly isCurrent: boolean;
  /** The password was entered, but not the two-step code. */
  readonly isMfaRequired: boolean;
  /** How it signed in; undefined for a method without a name. */
  readonly method: string | undefined;
}
