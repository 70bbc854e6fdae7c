/** An example URL for every route, and its guard in docs/security.md. */
import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../../app/routes.ts";

/**
 * Stands for a row in an address: "/projects/" + ROW_ID. Tests of the account area put the user's id in its
 * place, and the account of a test (`createPerson`) gets a row with that id.
 */
export const ROW_ID = "7d1f0c52-3b0e-4c7a-9a55-1f6f2f3f8a10";

/** Examples for patterns with parameters. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "/legal/:section": "/legal/terms-of-service",
  "/auth/oauth/:provider": "/auth/oauth/google",
  "/auth/:type": "/auth/signin",
  "/settings/:section": "/settings/anything",
  "/purchase/:plan": "/purchase/pro",
  "/*": "/no/such/page",
};

export interface RouteExample {
  readonly pattern: string;
  readonly path: string;
  /** Route module, relative to app/. */
  readonly file: string;
}

/** One path per pattern. Throws for a pattern with parameters and no example. */
export async function listRouteExamples(): Promise<RouteExample[]> {
  return listRoutes(await routes).map(withExample);
}

function withExample({ pattern, file }: Pick<RouteExample, "pattern" | "file">): RouteExample {
  const path = /[:*]/.test(pattern) ? EXAMPLES[pattern] : pattern;
  if (!path) throw new Error(`tests/support/routes/route-table.ts has no address for ${pattern}`);
  return { pattern, path, file };
}

/** The account area's pages. Throws for a pattern with parameters and no example. */
export async function listAccountExamples(): Promise<RouteExample[]> {
  const area = (await routes).find(({ file }) => file === "routes/account/layout.tsx");
  const pages = listRoutes(area?.children ?? []).filter(({ file }) => file.endsWith(".tsx"));
  return pages.map(withExample);
}

/** Paths of the account area's pages, without those with parameters. */
export async function listAccountPages(): Promise<string[]> {
  const pages = await listAccountExamples();
  return pages.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes(":"));
}

function listRoutes(
  entries: readonly RouteConfigEntry[],
  parent = "",
): Pick<RouteExample, "pattern" | "file">[] {
  return entries.flatMap(({ children, index, path = "", file }) => {
    if (children) return listRoutes(children, parent + path);
    return [{ pattern: index ? "/" : `${parent}/${path}`, file }];
  });
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
