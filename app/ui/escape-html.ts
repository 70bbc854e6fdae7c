const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

const SPECIAL = /[&<>"']/;
const SPECIALS = /[&<>"']/g;

/** `text` as it stands in an element or in an attribute between quotes; the same as React writes. */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text)
    ? text.replaceAll(SPECIALS, (character) => ENTITIES[character] ?? character)
    : text;
}
