import { studio } from "~/content/studio";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/security-txt";
import { textFile } from "./text-file.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The format allows up to a year. Computed per request, so a deployed site never expires. */
const VALID_DAYS = 180;

/** Where to report a vulnerability. Source of the format: RFC 9116. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = getPlatform(context).config;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return textFile([
    `Contact: mailto:${studio.email}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    "Preferred-Languages: en",
  ]);
}
