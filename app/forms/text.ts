/** Rules of texts that people type. */

/**
 * False for a text that would render blank: only white space, control characters, Unicode "default ignorable"
 * code points, the empty braille pattern or the placeholder of a picture.
 */
export function hasVisibleText(text: string): boolean {
  return /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u.test(text);
}

/** Counts code points, as the database does; an emoji has a `length` of two. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Of several lines, for a header or a list. */
export function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ");
}

/** Characters around an address that was pasted from a link, a list or a header. */
const WRAPPING = /^(?:\s|%20)*(?:mailto:)?|(?:\s|%20|[,;])+$/gi;

/** The domain as mail servers and browsers' email fields write it: `mühle.de` is `xn--mhle-0ra.de`. */
function toAsciiDomain(at: string, domain: string): string {
  const url = `http://${domain}`;
  return URL.canParse(url) ? `@${new URL(url).hostname}` : at;
}

/** "！" to "～": what input methods of East Asia type instead of ASCII. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfe_e0;

/**
 * The address in what was typed or pasted: without invisible characters, in half width, and unwrapped. Not in
 * NFKC, which makes another person's address of "ª@".
 */
export function findEmailAddress(typed: string): string {
  return typed
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/^.*<([^<>]*)>.*$/, "$1")
    .replace(WRAPPING, "")
    .replace(/@([^@/?#:\s]*\P{ASCII}[^@/?#:\s]*)$/u, toAsciiDomain);
}
