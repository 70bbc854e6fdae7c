/** Paths of all public pages. */
export const PUBLIC_PATHS = [
  "/",
  "/about",
  "/faq",
  "/contact",
  "/pricing",
  "/poflow",
  "/broodbook",
  "/portfolio",
  "/legal/terms-of-service",
  "/legal/privacy-policy",
  "/legal/accessibility",
] as const;

/** The public pages and the 404. */
export const VISITOR_PATHS = [...PUBLIC_PATHS, "/no/such/page"] as const;
