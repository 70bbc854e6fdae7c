/** Text of strangers on an operator's screen. */

/** A character as `\u001b`, which says what it is and does nothing. */
export function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/** `text` with control, direction and line-ending characters shown: it stays on its line and moves no cursor. */
export function showOnOneLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, escapeCharacter);
}
