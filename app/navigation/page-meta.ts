/** Metadata of public pages: title, description, canonical URL, social card, robots. */
import type { MetaDescriptor } from "react-router";
import { brand } from "~/content/brand";
import { fullTitle } from "./noindex-meta";
import { keepPageParameters } from "./page-parameters";

/** A picture for link previews, 1200 × 630. `node tools/screenshots.ts --share` makes it from the drawing. */
export interface ShareImage {
  /** File name in `app/marketing/drawings/`, without its extension. */
  readonly drawing: string;
  readonly alt: string;
}

const DEFAULT_IMAGE: ShareImage = { drawing: "home/cloth", alt: brand.claim };

/** The address of the picture, in `public/`. */
export function shareImagePath({ drawing }: ShareImage): string {
  return `/share/${drawing}.png`;
}

/** The part of a route's `MetaArgs` used here. */
interface PageMetaArgs {
  readonly location: { readonly pathname: string; readonly search: string };
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[];
}

interface PageMeta {
  /** Title without the studio's name, which is appended. */
  readonly title?: string;
  readonly description?: string;
  /** Canonical path, if it differs from the requested one. */
  readonly canonicalPath?: string;
  readonly noindex?: boolean;
  /** Defaults to the picture of the home page. */
  readonly image?: ShareImage;
  /** Structured data (schema.org), one object per script; `@context` is added. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Meta descriptors for a route's `meta` export: `export const meta = (args) => pageMeta(args, { … })`.
 * Omitted fields have defaults. URLs start with SITE_URL, never the Host header; they are omitted if the root
 * loader failed.
 */
export function pageMeta(args: PageMetaArgs, page: PageMeta = {}): MetaDescriptor[] {
  const title = fullTitle(page.title);
  const { description = "", image = DEFAULT_IMAGE } = page;
  const siteUrl = getSiteUrl(args.matches);
  const { pathname, search } = args.location;
  const path = (page.canonicalPath ?? pathname) + keepPageParameters(search);
  return [
    { title },
    { name: "description", content: description },
    ...(page.noindex ? [{ name: "robots", content: "noindex" }] : []),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    // Title, description and image are those of Open Graph. Source: X, "Cards markup".
    { name: "twitter:card", content: "summary_large_image" },
    ...(siteUrl ? urlDescriptors(siteUrl, path, shareImagePath(image)) : []),
    { property: "og:image:alt", content: image.alt },
    ...(page.structured ?? []).map((object) => ({
      "script:ld+json": { "@context": "https://schema.org", ...object },
    })),
  ];
}

function urlDescriptors(siteUrl: string, path: string, image: string): MetaDescriptor[] {
  // Concatenated: resolved as a relative URL, a path like "//other.example" would change the host.
  const canonical = new URL(siteUrl + path).href;
  return [
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:url", content: canonical },
    { property: "og:image", content: siteUrl + image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
  ];
}

/** Meta descriptors of a publicly reachable page that is not for search engines, such as sign-in. */
export function unlistedPageMeta(args: PageMetaArgs, title: string): MetaDescriptor[] {
  return pageMeta(args, { title, noindex: true });
}

/** SITE_URL from the root loader; undefined if that loader failed. */
export function getSiteUrl(matches: PageMetaArgs["matches"]): string | undefined {
  const data = matches.find((match) => match?.id === "root")?.loaderData;
  if (typeof data !== "object" || data === null || !("siteUrl" in data)) return undefined;
  return typeof data.siteUrl === "string" ? data.siteUrl : undefined;
}
