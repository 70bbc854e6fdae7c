/** `/ok`: an empty response. `/query`: one query as JSON. The rest: pages of React Router. */
import { createRequestHandler, RouterContextProvider } from "react-router";
import { queryContext, queryItems } from "./query.ts";

const handlePage = createRequestHandler(() => import("virtual:react-router/server-build"));

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/ok") return new Response("ok");
    const query = () => queryItems(env.HYPERDRIVE.connectionString, searchParams.get("owner"));
    if (pathname === "/query") return Response.json(await query());
    const context = new RouterContextProvider();
    context.set(queryContext, query);
    return handlePage(request, context);
  },
} satisfies ExportedHandler<Pick<Env, "HYPERDRIVE">>;
