import { readStored } from "~/ui/local-store";
import { SESSION_KEY } from "./auth-channel";

/** The session that this browser saw last, in any tab, as a mark; undefined for a guest, where storage is closed, and on the server. */
export function currentSession(): string | undefined {
  return readStored(SESSION_KEY) || undefined;
}
