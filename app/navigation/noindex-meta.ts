/** Metadata of private pages. Separate from `page-meta.ts` to keep that out of the account area's bundle. */
import type { MetaDescriptor } from "react-router";
import { brand } from "~/content/brand";

/** A page title followed by the studio's name; without `title`, the name and claim. */
export function fullTitle(title?: string): string {
  return title === undefined ? `${brand.name} · ${brand.claim}` : `${title} · ${brand.name}`;
}

/** Meta descriptors of an account page or an error page: a title and `noindex`. */
export function noindexMeta(title: string): MetaDescriptor[] {
  return [{ title: fullTitle(title) }, { name: "robots", content: "noindex" }];
}
