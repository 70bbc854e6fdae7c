import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/robots";

/** Allows everything except the API; nothing on staging. Account pages have `noindex`. */
export function loader({ context }: Route.LoaderArgs) {
  const { environment, siteUrl } = getPlatform(context).config;
  const lines =
    environment === "staging"
      ? ["User-agent: *", "Disallow: /"]
      : ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${siteUrl}/sitemap.xml`];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
