/** Search and filter of the item list. Kept in the URL, so that a reload shows the same items. */
import { href } from "react-router";
import { NAME_MAX } from "./item";

export interface ItemView {
  /** Substring of the name; empty for all items. */
  readonly query: string;
  readonly onlyFeatured: boolean;
}

export const UNFILTERED_VIEW: ItemView = { query: "", onlyFeatured: false };

/** The view in a URL's query. Ignores invalid values. */
export function parseItemView(params: URLSearchParams): ItemView {
  const text = (params.get("q") ?? "").replaceAll("\0", "").normalize("NFC").trim();
  // Cut by code points: Postgres rejects half a surrogate pair.
  const query = Array.from(text).slice(0, NAME_MAX).join("");
  return { query, onlyFeatured: params.get("show") === "featured" };
}

/** The dashboard's path that shows `view`, with the query parameters `more`. */
export function itemViewPath(
  { query, onlyFeatured }: ItemView,
  more: Readonly<Record<string, string>> = {},
): string {
  const fields = { ...(query ? { q: query } : {}), ...(onlyFeatured ? { show: "featured" } : {}) };
  const params = new URLSearchParams({ ...fields, ...more });
  return params.size > 0 ? `${href("/dashboard")}?${params}` : href("/dashboard");
}

/** True for a view of all items. */
export function isUnfiltered({ query, onlyFeatured }: ItemView): boolean {
  return query === "" && !onlyFeatured;
}
