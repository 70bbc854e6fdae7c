import { getPlatform } from "~/platform/context.server";
import { PUBLIC_PATHS } from "~/ui/public-paths";
import type { Route } from "./+types/sitemap";
import { textFile } from "./text-file.server";

/** All public pages. Source of the format: sitemaps.org protocol. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = getPlatform(context).config;
  const entries = PUBLIC_PATHS.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`).join("");
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
  return textFile([xml], "application/xml");
}
