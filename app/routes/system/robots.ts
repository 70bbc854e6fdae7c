import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/robots";
import { textFile } from "./text-file.server";

/**
 * Allows everything except the API, and sign-in with a provider, which each visit would start. Account pages
 * have `noindex`, and so has all of staging (app/http/security-headers.server.ts).
 */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = getPlatform(context).config;
  return textFile([
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /auth/oauth/",
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ]);
}
