import { brand } from "~/content/brand";
import { PUBLIC_PATHS, type PublicPath } from "~/content/marketing/public-paths";
import { llmsSections, type PublicPageMeta, pages } from "~/content/pages";
import { studio } from "~/content/studio";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/llms-txt";

/** All public pages, for language models. Source of the format: llmstxt.org. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = getPlatform(context).config;
  const link = (path: PublicPath) => {
    const { title = brand.claim, description }: PublicPageMeta = pages[path];
    return `- [${title}](${siteUrl}${path}): ${description}`;
  };
  const isLegal = (path: PublicPath) => path.startsWith("/legal/");
  const lines = [
    `# ${brand.name}`,
    `> ${studio.tagline}`,
    `## ${llmsSections.pages}`,
    PUBLIC_PATHS.filter((path) => !isLegal(path))
      .map(link)
      .join("\n"),
    `## ${llmsSections.optional}`,
    PUBLIC_PATHS.filter(isLegal).map(link).join("\n"),
  ];
  return new Response(`${lines.join("\n\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
