/** Metadata of pages that nobody shares. Apart from `page-meta.ts`, because the account area needs no more. */
import type { MetaDescriptor } from "react-router";
import { brand } from "~/content/brand";

/** The title of a page with this title of its own, or with none. */
export function fullTitle(title?: string): string {
  return title === undefined ? `${brand.name} · ${brand.claim}` : `${title} · ${brand.name}`;
}

/** Meta descriptors of a page that only its owner can open, or that failed: a title, and no search engines. */
export function accountPageMeta(title: string): MetaDescriptor[] {
  return [{ title: fullTitle(title) }, { name: "robots", content: "noindex" }];
}
