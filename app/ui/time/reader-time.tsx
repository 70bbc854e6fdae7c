import { createElement, Fragment, type ReactNode, useSyncExternalStore } from "react";
import { formatMoment, isMoment, type Moment, type TextWithDates } from "./dated-text";

/**
 * A moment on the reader's calendar and clock. The server writes it in UTC, which the stylesheet says where no
 * script puts it right. Pages without React: behaviours/times.ts.
 */
export function ReaderTime({ iso, format: to }: Moment) {
  const text = formatMoment({ iso, format: to }, useTimeZone());
  return (
    <time dateTime={iso} data-to={to} className="reader-time">
      {text}
    </time>
  );
}

/** Words with moments between them, each on the reader's calendar. */
export function ReaderText({ text }: { text: TextWithDates }) {
  // As arguments and not as a list: pieces of a sentence have a place and no key.
  return createElement(Fragment, null, ...text.map(write));
}

function write(piece: string | Moment): ReactNode {
  return isMoment(piece) ? <ReaderTime {...piece} /> : piece;
}

/** A browser does not say when its time zone changes; a reload shows it. */
const subscribe = () => () => {};

let cachedTimeZone: string | undefined;

/** Asked for at every drawing, and slow to find out. */
function readTimeZone(): string {
  cachedTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return cachedTimeZone;
}

/**
 * The reader's time zone by its IANA name. While the page is made, and until React runs in the browser,
 * it is UTC: the server does not know better, and both must write the same.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, readTimeZone, () => "UTC");
}
