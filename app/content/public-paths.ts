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
