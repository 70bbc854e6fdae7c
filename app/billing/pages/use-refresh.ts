import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the page again on return to its tab while `isNeeded`: an invoice may be paid in another one. */
export function useRefreshOnReturn(isNeeded: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isNeeded) return;
    const refresh = () => void (document.hidden || revalidate());
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [isNeeded, revalidate]);
}
