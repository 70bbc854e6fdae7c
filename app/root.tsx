import fontUrl from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { use, useEffect } from "react";
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
import { revalidateAround } from "~/account/page-memory";
import { AccountProvider } from "~/auth/account-field";
import { accountOf } from "~/auth/auth-channel";
import { DraftKeeper } from "~/auth/draft-keeper";
import { forwardAuthCode } from "~/auth/forward-code.server";
import { SessionKeeper } from "~/auth/session-keeper";
import sessionScript from "~/auth/session-script.ts?inline-script";
import { identifyVisitor, readSessionMark } from "~/auth/visitor.server";
import { failure } from "~/content/messages";
import slideshowScript from "~/marketing/slideshow-script.ts?inline-script";
import { PageFooter, PageHeader, SpeculationRules } from "~/navigation/chrome";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta, fullTitle } from "~/navigation/private-meta";
import { RouteAnnouncer } from "~/navigation/route-announcer";
import { asksFor } from "~/navigation/route-handle";
import { initialsOf } from "~/navigation/site-header";
import { getPlatform } from "~/platform/context.server";
import afterParse from "~/ui/behaviours/after-parse.ts?inline-script";
import beforePaint from "~/ui/behaviours/before-paint.ts?inline-script";
import "~/ui/theme.css";
import { ErrorMessage } from "~/ui/error-message";
import { InlineScript, NonceContext } from "~/ui/inline-script";
import type { Route } from "./+types/root";

export const middleware: Route.MiddlewareFunction[] = [identifyVisitor, forwardAuthCode];

export function loader({ context }: Route.LoaderArgs) {
  const mark = readSessionMark(context);
  return {
    visitor: { ...mark, initials: initialsOf(mark.email) },
    /** For canonical addresses (`pageMeta`). */
    siteUrl: getPlatform(context).config.siteUrl,
    /** What a visitor can quote when something went wrong; the log has the rest. */
    requestId: getPlatform(context).requestId,
  };
}

export const shouldRevalidate = revalidateAround;

export const headers = pageHeaders;

/** The pages bring their own; this is for what went wrong before one could. */
export const meta: Route.MetaFunction = ({ error }) =>
  error ? accountPageMeta(failure.heading) : [{ title: fullTitle() }];

/** The script in the head may mark the document with a theme before React sees it. */
export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = use(NonceContext);
  const handles = useMatches().map(({ handle }) => handle);
  // In the browser React has been asked for, whatever page it shows by now.
  const hydrate = !import.meta.env.SSR || asksFor(handles, "hydrate");
  const visitor = useRouteLoaderData<typeof loader>("root")?.visitor;
  return (
    // Only pages without React scroll smoothly: the router scrolls to the top of a new page.
    <html
      lang="en"
      data-session={visitor?.session}
      className={hydrate ? undefined : "motion-safe:scroll-smooth"}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content="#f6f5f1"
          data-scheme="light"
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content="#0e0f13"
          data-scheme="dark"
          media="(prefers-color-scheme: dark)"
        />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <InlineScript source={beforePaint} />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        <PageHeader member={visitor?.session ? visitor : undefined} />
        <main id="main" tabIndex={-1} className="flex-1">
          {children}
        </main>
        <PageFooter />
        <InlineScript source={afterParse} />
        {visitor ? <InlineScript source={sessionScript} /> : null}
        {hydrate ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <>
            <InlineScript source={slideshowScript} />
            <SpeculationRules />
          </>
        )}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { session, email, expiresAt } = loaderData.visitor;
  const account = accountOf(session);
  useHydrationMark();
  return (
    <>
      {expiresAt === null ? null : <SessionKeeper expiresAt={expiresAt} />}
      {/* By account, so that nothing typed for one stays on the page of another. */}
      <AccountProvider key={account} value={account}>
        <Outlet />
      </AccountProvider>
      <DraftKeeper email={email} />
      <RouteAnnouncer />
    </>
  );
}

/** Marks the document once its handlers are attached; tests wait for it before they click. */
function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
}

/**
 * What a route has thrown for visitors to read. The router's own errors start with "Error:", and what something on the way
 * to the server says is a page of its own.
 */
function messageFor(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  if (error.status === 405) return failure.wrongMethod;
  const isOurs = typeof error.data === "string" && !/^(Error:|\s*<)/.test(error.data);
  return isOurs && error.data !== "" ? error.data : undefined;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const requestId = useRouteLoaderData<typeof loader>("root")?.requestId;
  const message = messageFor(error);
  if (message) return <ErrorMessage title={message} />;
  return (
    <ErrorMessage title={failure.title}>
      {requestId ? <p className="text-ink-soft">Reference: {requestId}</p> : null}
    </ErrorMessage>
  );
}
