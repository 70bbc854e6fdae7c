/**
 * Keeps the session of this browser fresh, and its tabs in sync. Shared with the inline script (session-script.ts),
 * so without React. No token ever travels here.
 */
import { readStored } from "~/ui/local-store";

/** The BroadcastChannel between the tabs of this site. */
export const AUTH_CHANNEL = "selvedge-auth";

/** Local storage: the session that this browser saw last, as a mark (`getSessionUserId`); "" for none. */
export const SESSION_KEY = "selvedge-session";

/** Added to the mark of a session whose two-step code is due. */
export const MFA_REQUIRED_SUFFIX = "/due";

/** Where reset links lead to. */
const RECOVERY_PATH = "/auth/changepass";

/** auth-js' own rhythm: a tick every ten seconds, a refresh when fewer than three remain. */
const TICK_MS = 10_000;
const MIN_TICKS_LEFT = 3;

const RETRY_STEP_MS = 200;
const RETRY_WINDOW_MS = 10_000;

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
  | { readonly type: "USER_UPDATED" };

/** The account that the mark of a session begins with; "" for none. */
export function getSessionUserId(mark: string): string {
  return mark.split("/", 1)[0] ?? "";
}

/** The session this browser saw last, in any tab, as a mark; undefined for a guest and on the server. */
export function readSessionKey(): string | undefined {
  return readStored(SESSION_KEY) || undefined;
}

/**
 * What happened when a tab finds the session `now` where this browser saw `before` last, both as marks.
 * `path` is the page, `next` where it leads to.
 */
export function getSessionEvent(change: {
  readonly before: string | null;
  readonly now: string;
  readonly path: string;
  readonly next: string | null;
}): SessionEvent {
  const { before, now, path, next } = change;
  if (now === "") return "SIGNED_OUT";
  if (before === now + MFA_REQUIRED_SUFFIX) return "MFA_CHALLENGE_VERIFIED";
  return path === RECOVERY_PATH || next === RECOVERY_PATH ? "PASSWORD_RECOVERY" : "SIGNED_IN";
}

let channel: BroadcastChannel | undefined;

/** One per tab: a channel does not deliver its own messages. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(AUTH_CHANNEL);
  return channel;
}

/** Tells the other tabs. */
export function postAuthMessage(message: AuthMessage): void {
  openChannel().postMessage(message);
}

/** Calls `listener` with what other tabs tell, until the function it returns is called. */
export function onAuthMessage(listener: (message: AuthMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<AuthMessage>) => listener(data);
  const opened = openChannel();
  opened.addEventListener("message", receive);
  return () => opened.removeEventListener("message", receive);
}

/**
 * Refreshes the session before it expires while the tab is visible, and revalidates the page when another tab has
 * changed its data or the session is over. `expiresAt` is in epoch seconds. Returns the function that stops it.
 */
export function startSessionRefresh(expiresAt: number, revalidate: () => void): () => void {
  let current = expiresAt;
  let isRefreshing = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = async () => {
    const ticksLeft = Math.floor((current * 1000 - Date.now()) / TICK_MS);
    if (ticksLeft >= MIN_TICKS_LEFT || isRefreshing) return;
    isRefreshing = true;
    const outcome = await refreshSession();
    isRefreshing = false;
    if (outcome === "signed-out") revalidate();
    if (typeof outcome !== "number") return;
    current = outcome;
    postAuthMessage({ type: "TOKEN_REFRESHED", expiresAt: outcome });
  };
  const resume = () => {
    clearInterval(timer);
    if (document.visibilityState !== "visible") return;
    void tick();
    timer = setInterval(tick, TICK_MS);
  };

  const unsubscribe = onAuthMessage((message) => {
    if (message.type === "TOKEN_REFRESHED") current = message.expiresAt;
    if (message.type === "USER_UPDATED") revalidate();
  });
  document.addEventListener("visibilitychange", resume);
  resume();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", resume);
    unsubscribe();
  };
}

/** The new expiry in epoch seconds, or why there is none. Retries an unavailable server for ten seconds. */
async function refreshSession(): Promise<number | "signed-out" | "unavailable"> {
  const deadline = Date.now() + RETRY_WINDOW_MS;
  for (let attempt = 1; Date.now() < deadline; attempt += 1) {
    try {
      const signal = AbortSignal.timeout(deadline - Date.now());
      const response = await fetch("/auth/refresh", { method: "POST", signal });
      const { expiresAt }: { expiresAt?: unknown } = response.ok ? await response.json() : {};
      if (expiresAt === null) return "signed-out";
      if (typeof expiresAt === "number") return expiresAt;
    } catch {
      // No answer, or one of a proxy: the next attempt may get one.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_STEP_MS * attempt));
  }
  return "unavailable";
}
