/** Every page that is the same for everyone and that search engines should know. */
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
] as const;

/** Whether a link leads to one of them: a document of its own, which runs without React. */
export function isPublicPath(to: string): boolean {
  return PUBLIC_PATHS.some((path) => path === to);
}
