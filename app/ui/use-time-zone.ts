import { useSyncExternalStore } from "react";

/** A browser does not say when its time zone changes; a reload shows it. */
const subscribe = () => () => {};

/**
 * The reader's time zone by its IANA name. While the page is made, and until React runs in the browser,
 * it is UTC: the server does not know better, and both must write the same.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(
    subscribe,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}
