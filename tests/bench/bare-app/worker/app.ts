/** A React Router app that does nothing but render, one page with a query. */
import { createRequestHandler, RouterContextProvider } from "react-router";
import { queryContext, queryItems } from "./query.ts";

const handlePage = createRequestHandler(() => import("virtual:react-router/server-build"));

export default {
  async fetch(request, env) {
    const owner = new URL(request.url).searchParams.get("owner");
    const context = new RouterContextProvider();
    context.set(queryContext, () => queryItems(env.HYPERDRIVE.connectionString, owner));
    return handlePage(request, context);
  },
} satisfies ExportedHandler<Pick<Env, "HYPERDRIVE">>;
