/** How tabs of this site tell each other about sign-in. No token ever travels here. */
export const AUTH_CHANNEL = "selvedge-auth";

/** Local storage: the session that this browser saw last, as an opaque mark; "" for none. */
export const SESSION_KEY = "selvedge-session";

/** The event names are those of Supabase Auth. */
export type AuthMessage =
  | { readonly type: "SIGNED_IN" | "SIGNED_OUT"; readonly session: string }
  | { readonly type: "TOKEN_REFRESHED"; readonly expiresAt: number }
  | { readonly type: "REAUTHENTICATED" }
  | { readonly type: "USER_UPDATED"; readonly sender: string };
