import { brand } from "~/content/brand";
import { PUBLIC_PATHS, type PublicPath } from "~/content/marketing/public-paths";
import { llmsSections, type PublicPageMeta, pages } from "~/content/pages";
import { studio } from "~/content/studio";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/llms-txt";
import { textFile } from "./text-file.server";

/** All public pages, for language models. Source of the format: llmstxt.org. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = getPlatform(context).config;
  const link = (path: PublicPath) => {
    const { title = brand.claim, description }: PublicPageMeta = pages[path];
    return `- [${title}](${siteUrl}${path}): ${description}`;
  };
  const isLegal = (path: PublicPath) => path.startsWith("/legal/");
  return textFile([
    `# ${brand.name}\n`,
    `> ${studio.tagline}\n`,
    `## ${llmsSections.pages}\n`,
    ...PUBLIC_PATHS.filter((path) => !isLegal(path)).map(link),
    `\n## ${llmsSections.optional}\n`,
    ...PUBLIC_PATHS.filter(isLegal).map(link),
  ]);
}
