/** An example URL for every route. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";

/** Examples for patterns with parameters. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "/legal/:section": "/legal/terms-of-service",
  "/auth/oauth/:provider": "/auth/oauth/google",
  "/auth/:type": "/auth/signin",
  "/settings/:section": "/settings/general",
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
  return listRoutes(await routes).map(({ pattern, file }) => {
    const path = /[:*]/.test(pattern) ? EXAMPLES[pattern] : pattern;
    if (!path) throw new Error(`tests/support/route-table.ts has no address for ${pattern}`);
    return { pattern, path, file };
  });
}

/** Paths of the account area's pages, without those with parameters. */
export async function listAccountPages(): Promise<string[]> {
  const area = (await routes).find(({ file }) => file === "routes/account/layout.tsx");
  return listRoutes(area?.children ?? [])
    .filter(({ pattern, file }) => file.endsWith(".tsx") && !pattern.includes(":"))
    .map(({ pattern }) => pattern);
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
