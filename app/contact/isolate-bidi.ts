/** Characters that change the direction of the text after them, and letters that are written from right to left. */
const DIRECTIONAL = /[\u202A-\u202E\u2066-\u2069\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** What a user typed, for use in a sentence: keeps its direction to itself (Unicode UAX #9, isolates). */
export function isolateBidi(text: string): string {
  return DIRECTIONAL.test(text) ? `\u2068${text.replaceAll("\u2069", "")}\u2069` : text;
}
