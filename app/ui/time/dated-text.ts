/** Date formats of a moment. */
export const MOMENT_FORMATS = {
  day: { dateStyle: "long" },
  "day-of-this-year": { month: "long", day: "numeric" },
  minute: { dateStyle: "long", timeStyle: "short" },
  "short-minute": { dateStyle: "medium", timeStyle: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** An instant, displayed in the user's time zone. */
export interface Moment {
  /** ISO 8601. */
  readonly iso: string;
  readonly format: keyof typeof MOMENT_FORMATS;
}

/** Type guard for the moments in a text. */
export function isMoment(piece: string | Moment): piece is Moment {
  return typeof piece !== "string";
}

/** Text with embedded moments, which are formatted in the user's time zone. */
export type DatedText = readonly (string | Moment)[];

/** Template tag: `datedText`It renews on ${moment}.``. Values can be moments, strings and other texts. */
export function datedText(
  words: TemplateStringsArray,
  ...values: readonly (string | Moment | DatedText)[]
): DatedText {
  const text: (string | Moment)[] = [];
  for (const piece of words.flatMap((word, index) => [word, values[index] ?? []].flat())) {
    const last = text.at(-1);
    if (typeof piece === "string" && typeof last === "string") text[text.length - 1] = last + piece;
    else if (piece !== "") text.push(piece);
  }
  return text;
}

/** Formats a moment, for example "December 5, 2026". `timeZone` by its IANA name. */
export function formatMoment({ iso, format }: Moment, timeZone: string): string {
  return new Date(iso).toLocaleString("en-US", { ...MOMENT_FORMATS[format], timeZone });
}

/** Formats a text as a string. `timeZone` by its IANA name. */
export function formatDatedText(text: DatedText, timeZone: string): string {
  return text.map((piece) => (isMoment(piece) ? formatMoment(piece, timeZone) : piece)).join("");
}
