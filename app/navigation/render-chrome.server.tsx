import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server.node";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { ChromeText } from "./chrome";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Renders what stands around every page. Its links are absolute, so any address will do for it. */
export async function renderChrome(): Promise<ChromeText> {
  const [guestHeader, accountHeader, footer] = await Promise.all([
    renderPart(<SiteHeader isSignedIn={false} />),
    renderPart(<SiteHeader isSignedIn />),
    renderPart(<SiteFooter />),
  ]);
  return { guestHeader, accountHeader, footer };
}

async function renderPart(part: ReactNode): Promise<string> {
  const { dataRoutes, query } = createStaticHandler([{ path: "*", element: part }]);
  const context = await query(new Request("http://any.invalid/"));
  if (context instanceof Response) throw new Error("A route without a loader answered");
  const router = createStaticRouter(dataRoutes, context);
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />;
  return new Response(await renderToReadableStream(page)).text();
}
