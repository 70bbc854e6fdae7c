/** Search and filter of the item list. Kept in the URL, so that a reload shows the same items. */
import { href } from "react-router";
import { NAME_MAX } from "./item";

export interface ItemFilter {
  /** Substring of the name; empty for all items. */
  readonly query: string;
  readonly onlyFeatured: boolean;
}

export const NO_FILTER: ItemFilter = { query: "", onlyFeatured: false };

/** The filter in a URL's query. Ignores invalid values. */
export function parseItemFilter(params: URLSearchParams): ItemFilter {
  const text = (params.get("q") ?? "").replaceAll("\0", "").normalize("NFC").trim();
  // Cut by code points: Postgres rejects half a surrogate pair.
  const query = Array.from(text).slice(0, NAME_MAX).join("");
  return { query, onlyFeatured: params.get("show") === "featured" };
}

/** The dashboard's path that shows `filter`, with the query parameters `more`. */
export function itemsPath(
  { query, onlyFeatured }: ItemFilter,
  more: Readonly<Record<string, string>> = {},
): string {
  const fields = { ...(query ? { q: query } : {}), ...(onlyFeatured ? { show: "featured" } : {}) };
  const params = new URLSearchParams({ ...fields, ...more });
  return params.size > 0 ? `${href("/dashboard")}?${params}` : href("/dashboard");
}

/** True for a filter of all items. */
export function isUnfiltered({ query, onlyFeatured }: ItemFilter): boolean {
  return query === "" && !onlyFeatured;
}
