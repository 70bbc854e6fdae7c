/** Public pages: identical for every visitor, and listed in the sitemap. */
export const PUBLIC_PATHS = [
  "/",
  "/about",
  "/portfolio",
  "/poflow",
  "/broodbook",
  "/pricing",
  "/faq",
  "/contact",
  "/legal/terms-of-service",
  "/legal/privacy-policy",
  "/legal/accessibility",
] as const;

export type PublicPath = (typeof PUBLIC_PATHS)[number];

/** True if `to` is a public page, which loads as a document without React. */
export function isPublicPath(to: string): boolean {
  return PUBLIC_PATHS.some((path) => path === to);
}
