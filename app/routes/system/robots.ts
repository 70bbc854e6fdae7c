import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/robots";
import { textFile } from "./text-file.server";

/** Allows everything except the API; nothing on staging. Account pages have `noindex`. */
export function loader({ context }: Route.LoaderArgs) {
  const { environment, siteUrl } = getPlatform(context).config;
  return textFile(
    environment === "staging"
      ? ["User-agent: *", "Disallow: /"]
      : ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${siteUrl}/sitemap.xml`],
  );
}
