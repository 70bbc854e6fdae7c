import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Delays after a return, because Stripe may report the payment a moment later. Milliseconds. */
const REFRESHES_MS = [0, 2_000, 5_000, 10_000] as const;

/** Reads the page again on return to its tab while `isNeeded`: an invoice may be paid in another one. */
export function useRefreshOnReturn(isNeeded: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isNeeded) return;
    let timers: number[] = [];
    const stop = () => timers.forEach(window.clearTimeout);
    const refresh = () => {
      stop();
      if (document.hidden) return;
      timers = REFRESHES_MS.map((delay) => window.setTimeout(revalidate, delay));
    };
    document.addEventListener("visibilitychange", refresh);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [isNeeded, revalidate]);
}
