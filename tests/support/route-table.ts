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
}

/** One path per pattern. Throws for a pattern with parameters and no example. */
export async function listRouteExamples(): Promise<RouteExample[]> {
  return listPatterns(await routes).map((pattern) => {
    const path = /[:*]/.test(pattern) ? EXAMPLES[pattern] : pattern;
    if (!path) throw new Error(`tests/support/route-table.ts has no address for ${pattern}`);
    return { pattern, path };
  });
}

function listPatterns(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap((entry) => {
    if (entry.children) return listPatterns(entry.children, parent + (entry.path ?? ""));
    return entry.index ? ["/"] : [`${parent}/${entry.path ?? ""}`];
  });
}
