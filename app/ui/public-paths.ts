import { pagePaths, publicPaths } from "virtual:public-paths";

/** Public pages, the same for every visitor: in the sitemap, cached for guests, and prefetched. */
export const PUBLIC_PATHS = publicPaths;

/** True if `to`, a path with or without a query or fragment, is a public page, which loads as a document. */
export function isPublicPath(to: string): boolean {
  return PUBLIC_PATHS.includes(to.replace(/[?#].*/, ""));
}

/** Every page with its address, the account area's too, without the home page. */
export const PAGE_PATHS = pagePaths;
