import { useSyncExternalStore } from "react";

/** A browser does not say when its time zone changes; a reload shows it. */
const subscribe = () => () => {};

let known: string | undefined;

/** Asked for at every drawing, and slow to find out. */
function readTimeZone(): string {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}

/**
 * The reader's time zone by its IANA name. While the page is made, and until React runs in the browser,
 * it is UTC: the server does not know better, and both must write the same.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, readTimeZone, () => "UTC");
}
