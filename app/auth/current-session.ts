import { SESSION_KEY } from "./auth-channel";

/** The session that this browser saw last, in any tab, as a mark; undefined for a guest, where storage is closed, and on the server. */
export function currentSession(): string | undefined {
  try {
    return window.localStorage.getItem(SESSION_KEY) || undefined;
  } catch {
    return undefined;
  }
}
