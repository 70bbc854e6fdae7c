/** A change of address under way: each of the two mailboxes confirms it by a link. */
export interface EmailChange {
  readonly newEmail: string;
  /** Whose link has not been followed yet. */
  readonly waitsFor: "both" | "old" | "new";
  /** The links are not good any more. */
  readonly isExpired: boolean;
}
