import { useTimeZone } from "./use-time-zone";

const STYLES = {
  day: { dateStyle: "long" },
  minute: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/**
 * An instant (ISO 8601) on the reader's calendar and clock. The server writes it in UTC, which the stylesheet
 * says where no script puts it right.
 */
export function ReaderTime({ iso, to }: { iso: string; to: keyof typeof STYLES }) {
  const timeZone = useTimeZone();
  const text = new Date(iso).toLocaleString("en-US", { ...STYLES[to], timeZone });
  return (
    <time dateTime={iso} className="reader-time">
      {text}
    </time>
  );
}
