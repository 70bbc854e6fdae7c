/** The query parameters that public pages read, and the root for them. Ads add a hundred others. */
export const PAGE_PARAMETERS: readonly string[] = ["topic", "sent", "code", "error_code"];

/** `search` ("?…" or "") with only the parameters that change a public page; "" if there are none. */
export function keepPageParameters(search: string): string {
  const all = [...new URLSearchParams(search)];
  const kept = new URLSearchParams(all.filter(([name]) => PAGE_PARAMETERS.includes(name)));
  return kept.size > 0 ? `?${kept}` : "";
}
