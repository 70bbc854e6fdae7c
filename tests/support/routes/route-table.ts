/** An example URL for every route, and its guard in docs/security.md. */
import { readFileSync } from "node:fs";
import routes from "../../../app/routes.ts";
import {
  listPublicPages,
  listRoutes,
  type RoutePattern,
  saysInHandle,
} from "../../../tools/vite/route-table.ts";

/**
 * Stands for a row in an address: "/projects/" + ROW_ID. Tests of the account area put the user's id in its
 * place, and the account of a test (`createPerson`) gets a row with that id.
 */
export const ROW_ID = "7d1f0c52-3b0e-4c7a-9a55-1f6f2f3f8a10";

/** Examples for patterns with parameters. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "/legal/:section": "/legal/anything",
  "/auth/oauth/:provider": "/auth/oauth/google",
  "/auth/:type": "/auth/signin",
  "/settings/:section": "/settings/anything",
  "/purchase/:plan": "/purchase/pro",
  "/api/*": "/api/no-such-endpoint",
  "/*": "/no/such/page",
};

interface RouteExample extends RoutePattern {
  readonly path: string;
}

/** One path per pattern. Throws for a pattern with parameters and no example. */
export function listRouteExamples(): RouteExample[] {
  return listRoutes(routes).map(withExample);
}

function withExample({ pattern, file }: RoutePattern): RouteExample {
  const path = /[:*]/.test(pattern) ? EXAMPLES[pattern] : pattern;
  if (!path) throw new Error(`tests/support/routes/route-table.ts has no address for ${pattern}`);
  return { pattern, path, file };
}

/** The public pages. */
export const publicPages = listPublicPages(routes);
export const publicPaths = publicPages.map(({ pattern }) => pattern);

interface AccountExample extends RouteExample {
  /** Most accounts get a 403 or a 404. */
  readonly isRestricted: boolean;
}

/** The account area's pages. Throws for a pattern with parameters and no example. */
export function listAccountExamples(): AccountExample[] {
  const area = routes.find(({ file }) => file === "routes/account/layout.tsx");
  const pages = listRoutes(area?.children ?? []).filter(({ file }) => file.endsWith(".tsx"));
  return pages.map((page) => ({
    ...withExample(page),
    isRestricted: saysInHandle(readModule(page), "restricted"),
  }));
}

/** The source of a route module. */
export function readModule({ file }: RoutePattern): string {
  return readFileSync(new URL(`../../../app/${file}`, import.meta.url), "utf8");
}

/** A table row: routes in backticks, their effect, their guard. */
const ROW = /^\| (?<routes>`\/.*`) \| [^|]+ \| (?<guard>[^|]+) \|$/gm;

/** The documented guard of each route pattern. Throws for a duplicate. */
export function readRouteGuards(): Map<string, string> {
  const text = readFileSync(new URL("../../../docs/security.md", import.meta.url), "utf8");
  const guards = new Map<string, string>();
  for (const { groups } of text.matchAll(ROW)) {
    for (const [, pattern = ""] of groups?.routes?.matchAll(/`([^`]+)`/g) ?? []) {
      if (guards.has(pattern)) throw new Error(`docs/security.md names ${pattern} twice`);
      guards.set(pattern, groups?.guard ?? "");
    }
  }
  return guards;
}
