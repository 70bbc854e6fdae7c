import paths from "virtual:public-paths";

/** Public pages, the same for every visitor: in the sitemap, cached for guests, and prefetched. */
export const PUBLIC_PATHS = paths;

/** True if `to`, a path with or without a query, is a public page, which loads as a document. */
export function isPublicPath(to: string): boolean {
  return PUBLIC_PATHS.includes(to.replace(/\?.*/, ""));
}
