import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { getSession, loadSession } from "~/auth/session.server";
import { site } from "~/content/site";
import { SiteFooter } from "~/navigation/site-footer";
import { SiteHeader } from "~/navigation/site-header";
import { useNonce } from "~/platform/nonce";
import "~/ui/theme.css";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/root";

export const middleware: Route.MiddlewareFunction[] = [loadSession];

export function loader({ context }: Route.LoaderArgs) {
  return { isSignedIn: getSession(context) !== null };
}

export const meta: Route.MetaFunction = () => [
  { title: site.title },
  { name: "description", content: site.description },
];

/** Pages set `handle = { hydrate: true }` when they need React in the browser; the rest ship none. */
function needsHydration(matches: ReturnType<typeof useMatches>): boolean {
  return matches.some(
    ({ handle }) => typeof handle === "object" && handle !== null && "hydrate" in handle,
  );
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce();
  const hydrate = needsHydration(useMatches());
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:p-4">
          Skip to content
        </a>
        <SiteHeader isSignedIn={data?.isSignedIn ?? false} />
        <main id="main" className="flex-1">
          {children}
        </main>
        <SiteFooter />
        {hydrate ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message =
    isRouteErrorResponse(error) && typeof error.data === "string" && error.status < 500
      ? error.data
      : "Something went wrong on our side. Please try again in a moment.";
  return (
    <div className="mx-auto grid max-w-xl gap-6 px-6 py-24 text-center">
      <h1 className="font-bold text-3xl">{message}</h1>
      <div>
        <ButtonLink to="/">Back to the home page</ButtonLink>
      </div>
    </div>
  );
}
