import { createElement, Fragment, type ReactNode, useSyncExternalStore } from "react";
import { readTimeZone } from "../browser-features";
import { type DatedText, formatMoment, isMoment, type Moment } from "./dated-text";

/**
 * A moment in the user's time zone. Server-rendered in UTC (labeled so by the stylesheet if scripts are off)
 * and updated on hydration, or by behaviors/times.ts on pages without React. It moves to the next line as a
 * whole.
 */
export function LocalTime({ iso, format }: Moment) {
  const text = formatMoment({ iso, format }, useTimeZone());
  return (
    <time dateTime={iso} data-format={format} className="local-time whitespace-nowrap">
      {text}
    </time>
  );
}

/** Text with embedded moments, each in the user's time zone. */
export function LocalizedText({ text }: { text: DatedText }) {
  // Spread as arguments, since the parts have no keys.
  return createElement(Fragment, null, ...text.map(toNode));
}

function toNode(piece: string | Moment): ReactNode {
  if (isMoment(piece)) return <LocalTime {...piece} />;
  // "$250 a month" and "14 days" move to the next line as a whole.
  const unbroken = piece.replaceAll(/\d (days|a \w)/g, (part) => part.replaceAll(" ", "\u00a0"));
  return <span>{unbroken}</span>;
}

/** Browsers have no event for a changed time zone. */
const subscribe = () => () => {};

let cachedTimeZone: string | undefined;

/** Cached: `resolvedOptions` is slow, and this runs on every render. */
function getTimeZone(): string {
  cachedTimeZone ??= readTimeZone();
  return cachedTimeZone;
}

/** The user's IANA time zone; UTC on the server and during hydration, so that both render the same. */
export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, getTimeZone, () => "UTC");
}
