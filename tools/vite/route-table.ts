/** What follows from `app/routes.ts`, for the build and for programs that run in Node. */
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";

const ROUTES = path.join(import.meta.dirname, "../../app/routes.ts");

export interface RoutePattern {
  /** Such as "/legal/:section"; "/*" for every other path. */
  readonly pattern: string;
  /** Route module, relative to app/. */
  readonly file: string;
}

/** True if a route module's `handle` has `key` (`RouteHandle`). */
export function saysInHandle(code: string, key: "plain" | "uncached" | "restricted"): boolean {
  return new RegExp(`^export const handle\\b[^;]*\\b${key}: true`, "m").test(code);
}

/** The routes among `entries` and their children, without layouts. */
export function listRoutes(entries: readonly RouteConfigEntry[], parent = ""): RoutePattern[] {
  return entries.flatMap(({ children, index, path = "", file }) => {
    if (children) return listRoutes(children, parent + path);
    return [{ pattern: index ? "/" : `${parent}/${path}`, file }];
  });
}

/**
 * Public pages, the same for every visitor: routes without parameters whose module is in
 * `app/routes/marketing/`.
 */
export function listPublicPages(entries: readonly RouteConfigEntry[]): RoutePattern[] {
  return listRoutes(entries).filter(
    ({ pattern, file }) => file.startsWith("routes/marketing/") && !pattern.includes(":"),
  );
}

/** Every page without parameters; other modules serve files, calls and redirects. */
function listPages(entries: readonly RouteConfigEntry[]): RoutePattern[] {
  return listRoutes(entries).filter(
    ({ pattern, file }) => file.endsWith(".tsx") && !/[:*]|^\/$/.test(pattern),
  );
}

/**
 * The paths of `listPublicPages` and `listPages`, for app/ui/public-paths.ts. Follows changes in development.
 */
export function publicPaths(): Plugin {
  const ID = "virtual:public-paths";
  return {
    name: "public-paths",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return;
      this.addWatchFile(ROUTES);
      const { default: routes } = await import(`${ROUTES}?${Date.now()}`);
      const paths = { publicPaths: listPublicPages(routes), pagePaths: listPages(routes) };
      return Object.entries(paths)
        .map(
          ([name, list]) =>
            `export const ${name} = ${JSON.stringify(list.map(({ pattern }) => pattern))};`,
        )
        .join("\n");
    },
  };
}
