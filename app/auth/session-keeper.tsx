import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { AUTH_CHANNEL, type AuthMessage } from "./auth-channel";
import type { SessionRefresh } from "./refresh-session.client";
import { thisTab } from "./tell-other-tabs";

/** auth-js' own rhythm: a tick every ten seconds, a refresh when fewer than three remain. */
const TICK_MS = 10_000;
const TICKS_LEFT = 3;

/**
 * Keeps the session alive while the tab is visible: pauses when it is hidden, catches up when it is
 * shown, and learns from other tabs. `expiresAt` is in epoch seconds.
 */
export function SessionKeeper({ expiresAt }: { expiresAt: number }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const channel = new BroadcastChannel(AUTH_CHANNEL);
    let current = expiresAt;
    let isRefreshing = false;
    let timer: ReturnType<typeof setInterval> | undefined;

    const tick = async () => {
      const ticksLeft = Math.floor((current * 1000 - Date.now()) / TICK_MS);
      if (ticksLeft >= TICKS_LEFT || isRefreshing) return;
      isRefreshing = true;
      const outcome = await refreshSession().finally(() => {
        isRefreshing = false;
      });
      if (outcome === "signed-out") return revalidate();
      if (outcome === "unavailable") return;
      current = outcome;
      const message: AuthMessage = { type: "TOKEN_REFRESHED", expiresAt: outcome };
      channel.postMessage(message);
    };
    const pause = () => clearInterval(timer);
    const resume = () => {
      pause();
      if (document.visibilityState !== "visible") return;
      tick();
      timer = setInterval(tick, TICK_MS);
    };

    channel.onmessage = ({ data }: MessageEvent<AuthMessage>) => {
      if (data.type === "TOKEN_REFRESHED") current = data.expiresAt;
      if (data.type === "USER_UPDATED" && data.sender !== thisTab()) revalidate();
    };
    document.addEventListener("visibilitychange", resume);
    resume();
    return () => {
      pause();
      document.removeEventListener("visibilitychange", resume);
      channel.close();
    };
  }, [expiresAt, revalidate]);
  return null;
}

/** Needed once an hour, so not a part of every page; a deploy may have taken the file away since. */
async function refreshSession(): Promise<SessionRefresh> {
  try {
    const { refreshWithRetries } = await import("./refresh-session.client");
    return await refreshWithRetries();
  } catch {
    return "unavailable";
  }
}
