/** Version of the product, from package.json. */
declare const __VERSION__: string;
/** The commit that this is a build of, or "unknown". */
declare const __COMMIT__: string;
/** When this was built, as an ISO date. */
declare const __BUILT_AT__: string;

/** A TypeScript file, bundled and minified to the text of an inline script (vite.config.ts). */
declare module "*?inline-script" {
  const source: string;
  export default source;
}

/** Paths of pages (tools/vite/route-table.ts). */
declare module "virtual:public-paths" {
  export const publicPaths: readonly string[];
  export const pagePaths: readonly string[];
}

interface Window {
  /** Cloudflare's script, once it is loaded. Source: Turnstile docs, "Client-side rendering". */
  readonly turnstile?: {
    render(
      container: HTMLElement,
      options: { sitekey: string; action: "auth" },
    ): string | null | undefined;
    remove(widget: string): void;
  };
}

/** Source: WICG, Save Data API. Not in every browser. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean };
}

/** Source: WICG, Prerendering Revamped. Not in every browser. */
interface Document {
  readonly prerendering?: boolean;
}
