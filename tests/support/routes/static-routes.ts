/** The route table with its middleware, loaders and actions, without components: for unit tests. */
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createStaticHandler, type RouteObject } from "react-router";
import { getPlatform } from "../../../app/platform/context.server.ts";
import routes from "../../../app/routes.ts";
import { type ContextOptions, createRequestContext } from "./request-context.ts";

const APP = path.join(import.meta.dirname, "../../../app");
const root = { ...(await loadModule("root.tsx")), children: await loadRoutes(await routes) };
const { query } = createStaticHandler([root]);

/**
 * Runs a request as the Worker does. Returns what a route responds with, or the status of its page without a
 * body.
 */
export async function runRoute(
  request: Request,
  options: Omit<ContextOptions, "request">,
): Promise<Response> {
  const requestContext = createRequestContext({ ...options, request });
  const response = await query(request, {
    requestContext,
    async generateMiddlewareResponse(runQuery) {
      const result = await runQuery(request);
      return result instanceof Response
        ? result
        : new Response(null, { status: result.statusCode });
    },
  });
  await getPlatform(requestContext).close();
  if (response instanceof Response) return response;
  throw new Error("React Router returned no response");
}

function loadRoutes(entries: readonly RouteConfigEntry[]): Promise<RouteObject[]> {
  return Promise.all(
    entries.map(async ({ file, path: pattern, index, children = [] }) => {
      const module = await loadModule(file);
      if (index) return { ...module, index };
      return { ...module, path: pattern, children: await loadRoutes(children) };
    }),
  );
}

/** What runs on the server in a route module. */
async function loadModule(
  file: string,
): Promise<Pick<RouteObject, "middleware" | "loader" | "action">> {
  const { middleware, loader, action } = await import(path.join(APP, file));
  return { middleware, loader, action };
}
