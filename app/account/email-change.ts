/** A change of address under way: each of the two mailboxes confirms it by a link. */
export interface EmailChange {
  readonly newEmail: string;
  /** Whose link has not been followed yet. */
  readonly waitsFor: "both" | "old" | "new";
  /** The links are not good any more. */
  readonly isExpired: boolean;
}

/** Where the second link ends; the page there says that the change is done. */
export const EMAIL_CHANGED_PATH = "/settings/general?email-changed";
