import { formatMoment, type Moment } from "./dated-text";
import { useTimeZone } from "./use-time-zone";

/**
 * A moment on the reader's calendar and clock. The server writes it in UTC, which the stylesheet says where no
 * script puts it right. Pages without React: behaviours/times.ts.
 */
export function ReaderTime({ iso, to }: Moment) {
  const text = formatMoment({ iso, to }, useTimeZone());
  return (
    <time dateTime={iso} data-to={to} className="reader-time">
      {text}
    </time>
  );
}
