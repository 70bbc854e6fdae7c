/** Which of their items somebody looks at. It travels in the address, so that a reload shows the same. */
import { MAX_PAGES } from "./item";

export interface ItemView {
  /** What the names must contain; empty for all. */
  readonly query: string;
  readonly onlyFeatured: boolean;
}

export const UNFILTERED_VIEW: ItemView = { query: "", onlyFeatured: false };

/** As long as a name can be. */
const QUERY_MAX = 200;

/** The view that an address asks for. Whatever is not understood is left out. */
export function parseItemView(params: URLSearchParams): ItemView {
  const text = (params.get("q") ?? "").replaceAll("\0", "").trim();
  // By characters, so that none is cut in half: Postgres takes whole ones only.
  const query = Array.from(text).slice(0, QUERY_MAX).join("");
  return { query, onlyFeatured: params.get("show") === "featured" };
}

/** How many pages an address asks for at once: one, unless it says otherwise. */
export function parsePageCount(params: URLSearchParams): number {
  const pages = Number(params.get("pages") ?? 1);
  return Number.isInteger(pages) && pages >= 1 && pages <= MAX_PAGES ? pages : 1;
}

/** The fields of an address that shows `view`; `more` is added to them. */
export function itemViewParams(
  { query, onlyFeatured }: ItemView,
  more: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const fields = { ...(query ? { q: query } : {}), ...(onlyFeatured ? { show: "featured" } : {}) };
  return new URLSearchParams({ ...fields, ...more });
}

/** The address of the dashboard that shows `view`. */
export function itemViewPath(view: ItemView, more?: Readonly<Record<string, string>>): string {
  const params = itemViewParams(view, more);
  return params.size > 0 ? `/dashboard?${params}` : "/dashboard";
}

/** True for the list as it is without search and filter. */
export function isUnfiltered({ query, onlyFeatured }: ItemView): boolean {
  return query === "" && !onlyFeatured;
}
