/**
 * Refreshes an open page's session, and syncs tabs. Without React, because the inline script
 * (session-script.ts) imports it.
 */
import type { Register } from "react-router";
import { localStore, openTabChannel } from "~/ui/browser-features";

export const AUTH_CHANNEL = "auth";

/**
 * Local storage key of the latest session key (`sessionKey` of `readUnverifiedSession`); "" when signed out.
 */
export const SESSION_KEY = "session";

/** Local storage key of the provider that was last signed in with. */
export const LAST_PROVIDER_KEY = "last-sign-in-provider";

/** Appended to the key of a session whose two-step code is due. */
export const CODE_DUE_SUFFIX = "/due";

/** auth-js too ticks every ten seconds, and refreshes when fewer than three ticks remain. */
const TICK_MS = 10_000;
const MIN_TICKS_LEFT = 3;

const RETRY_STEP_MS = 200;
const RETRY_WINDOW_MS = 10_000;

/** A change of the session; the names are those of Supabase Auth. */
type SessionEvent =
  | "SIGNED_IN"
  | "SIGNED_OUT"
  /** Signed in by a reset link. */
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

/** A message between tabs. `session` is a session key. */
export type AuthMessage =
  | { readonly type: SessionEvent; readonly session: string }
  | { readonly type: "TOKEN_REFRESHED"; readonly expiresAt: number }
  | { readonly type: "REAUTHENTICATED" }
  | { readonly type: "USER_UPDATED" };

/** The user id in a session key; "" for a guest. */
export function getSessionUserId(sessionKey: string): string {
  return sessionKey.split("/", 1)[0] ?? "";
}

/** The latest session key of any tab; undefined for a guest, and on the server. */
export function readSessionKey(): string | undefined {
  return localStore.read(SESSION_KEY) || undefined;
}

const CHANGE_PASSWORD_PATH: keyof Register["pages"] = "/auth/changepass";
const REFRESH_PATH: keyof Register["pages"] = "/auth/refresh";

/**
 * The event for a change from the session key `before` to `now`, on the page `path` that continues to `next`.
 */
export function getSessionEvent(change: {
  readonly before: string;
  readonly now: string;
  readonly path: string;
  readonly next: string | null;
}): SessionEvent {
  const { before, now, path, next } = change;
  if (now === "") return "SIGNED_OUT";
  if (before === now + CODE_DUE_SUFFIX) return "MFA_CHALLENGE_VERIFIED";
  return path === CHANGE_PASSWORD_PATH || next?.startsWith(CHANGE_PASSWORD_PATH)
    ? "PASSWORD_RECOVERY"
    : "SIGNED_IN";
}

let channel: ReturnType<typeof openTabChannel>;

/** One channel per tab, because a channel does not receive its own messages. */
function openChannel(): typeof channel {
  channel ??= openTabChannel(AUTH_CHANNEL);
  return channel;
}

/** Sends a message to the other tabs. */
export function postAuthMessage(message: AuthMessage): void {
  openChannel()?.postMessage(message);
}

/** Calls `listener` with messages from other tabs. Returns a function that unsubscribes. */
export function onAuthMessage(listener: (message: AuthMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<AuthMessage>) => listener(data);
  const opened = openChannel();
  opened?.addEventListener("message", receive);
  return () => opened?.removeEventListener("message", receive);
}

/**
 * Refreshes the session before it expires (epoch seconds), while the tab is visible. Returns a function that
 * stops it.
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

/**
 * The new expiry in epoch seconds, or why there is none. Retries for ten seconds while the server is
 * unavailable.
 */
async function refreshSession(): Promise<number | "signed-out" | "unavailable"> {
  const deadline = Date.now() + RETRY_WINDOW_MS;
  for (let attempt = 1; Date.now() < deadline; attempt += 1) {
    try {
      const signal = AbortSignal.timeout(deadline - Date.now());
      const response = await fetch(REFRESH_PATH, { method: "POST", signal });
      const { expiresAt }: { expiresAt?: unknown } = response.ok ? await response.json() : {};
      if (expiresAt === null) return "signed-out";
      if (typeof expiresAt === "number") return expiresAt;
    } catch {
      // There was no response, or it was not JSON: retry.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_STEP_MS * attempt));
  }
  return "unavailable";
}
