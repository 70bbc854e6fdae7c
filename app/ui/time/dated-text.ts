/** How a moment is written for its reader. */
export const MOMENT_FORMATS = {
  day: { dateStyle: "long" },
  "day-of-this-year": { month: "long", day: "numeric" },
  minute: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** An instant that readers see on their own calendar. */
export interface Moment {
  /** ISO 8601. */
  readonly iso: string;
  readonly format: keyof typeof MOMENT_FORMATS;
}

/** Tells a moment from the words around it. */
export function isMoment(piece: string | Moment): piece is Moment {
  return typeof piece !== "string";
}

/** Words with moments between them, in order: each is written where its reader is. */
export type TextWithDates = readonly (string | Moment)[];

/** Builds a text: `textWithDates`It renews on ${moment}.``; texts and words can be put in too. */
export function textWithDates(
  words: TemplateStringsArray,
  ...values: readonly (string | Moment | TextWithDates)[]
): TextWithDates {
  const text: (string | Moment)[] = [];
  for (const piece of words.flatMap((word, place) => [word, values[place] ?? []].flat())) {
    const last = text.at(-1);
    if (typeof piece === "string" && typeof last === "string") text[text.length - 1] = last + piece;
    else if (piece !== "") text.push(piece);
  }
  return text;
}

/** Writes a moment in a time zone by its IANA name: "December 5, 2026". */
export function formatMoment({ iso, format: to }: Moment, timeZone: string): string {
  return new Date(iso).toLocaleString("en-US", { ...MOMENT_FORMATS[to], timeZone });
}

/** Writes a text in a time zone by its IANA name. */
export function formatDated(text: TextWithDates, timeZone: string): string {
  return text.map((piece) => (isMoment(piece) ? formatMoment(piece, timeZone) : piece)).join("");
}
