/** How tabs of this site tell each other about sign-in. No token ever travels here. */
export const AUTH_CHANNEL = "selvedge-auth";

/** Local storage: the session that this browser saw last, as a mark (`accountOf`); "" for none. */
export const SESSION_KEY = "selvedge-session";

/** What happened to the session of this browser. */
export type SessionEvent =
  | "SIGNED_IN"
  | "SIGNED_OUT"
  /** Signed in by a reset link. */
  | "PASSWORD_RECOVERY"
  /** The two-step code of the session was right. */
  | "MFA_CHALLENGE_VERIFIED";

/** The event names are those of Supabase Auth. */
export type AuthMessage =
  | { readonly type: SessionEvent; readonly session: string }
  | { readonly type: "TOKEN_REFRESHED"; readonly expiresAt: number }
  | { readonly type: "REAUTHENTICATED" }
  | { readonly type: "USER_UPDATED"; readonly sender: string };

/** The account that the mark of a session begins with; "" for none. */
export function accountOf(mark: string): string {
  return mark.split("/", 1)[0] ?? "";
}

/** Added to the mark of a session whose two-step code is due. */
export const CODE_DUE_MARK = "/due";

/**
 * What happened when a tab finds the session `now` where this browser saw `before` last, both as marks.
 * `path` is the page, `next` where it leads to.
 */
export function sessionEvent(change: {
  readonly before: string | null;
  readonly now: string;
  readonly path: string;
  readonly next: string | null;
}): SessionEvent {
  const { before, now, path, next } = change;
  if (now === "") return "SIGNED_OUT";
  if (before === now + CODE_DUE_MARK) return "MFA_CHALLENGE_VERIFIED";
  return path === RECOVERY_PATH || next === RECOVERY_PATH ? "PASSWORD_RECOVERY" : "SIGNED_IN";
}

/** Where reset links lead to. */
const RECOVERY_PATH = "/auth/changepass";
