import { isbot } from "isbot";
// The build for edge runtimes encodes every name and value by itself; this one spared a dashboard 10 % of its CPU.
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server.node";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { getStripeOrigins } from "~/billing/stripe/stripe-objects";
import { FooterTextContext } from "~/navigation/chrome";
import { handleHas } from "~/navigation/route-handle";
import { SiteFooter } from "~/navigation/site-footer";
import { getPlatform, type Platform } from "~/platform/context.server";
import { entityTag, hashInlineScripts } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";
import { contentSecurityPolicy } from "~/platform/security-headers.server";
import { TURNSTILE_ORIGIN } from "~/platform/turnstile.server";
import { NonceContext } from "~/ui/inline-script";

/** Deferred data that takes longer is rendered as its error. */
export const streamTimeout = 8_000;

/** What a loader or an action has thrown and did not mean to. Their own refusals are in the request's line. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isOwnRefusal(error)) return;
  logError("request.failed", error, { requestId: getPlatform(context).requestId });
};

/** Thrown by a route on purpose, to be shown by an error boundary: an answer, not a failure. */
function isOwnRefusal(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return false;
  return error.status < 500 || !("error" in error && error.error instanceof Error);
}

/** Rendered by the first request of an isolate. */
let footer: string | undefined;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const platform = getPlatform(context);
  // A cached page cannot carry a nonce, and Vite's dev server injects scripts of its own.
  const nonce = platform.isAnonymousRender || import.meta.env.DEV ? undefined : crypto.randomUUID();
  let responseStatus = status;
  footer ??= renderToStaticMarkup(<SiteFooter />);
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <FooterTextContext value={footer}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </FooterTextContext>
    </NonceContext>,
    {
      nonce,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error) {
        // A boundary that is not the one for it hands it on.
        if (isOwnRefusal(error)) return;
        responseStatus = 500;
        logError("render.failed", error, { requestId: platform.requestId });
      },
    },
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  const policyFor = (inlineScripts: readonly string[]) =>
    contentSecurityPolicy({
      inlineScripts,
      environment: platform.config.environment,
      ...foreignOrigins(entryContext, platform),
    });
  if (platform.isAnonymousRender) return cacheablePage(body, responseStatus, headers, policyFor);

  if (isbot(request.headers.get("User-Agent"))) await body.allReady;
  if (nonce) headers.set("Content-Security-Policy", policyFor([`'nonce-${nonce}'`]));
  return new Response(body, { status: responseStatus, headers });
}

/** The whole page at once, so that its scripts can be allowed by hash and its text by entity tag. */
async function cacheablePage(
  body: ReadableStream,
  status: number,
  headers: Headers,
  policyFor: (inlineScripts: readonly string[]) => string,
): Promise<Response> {
  const html = await new Response(body).text();
  const [hashes, etag] = await Promise.all([hashInlineScripts(html), entityTag(html)]);
  headers.set("Content-Security-Policy", policyFor(hashes));
  headers.set("ETag", etag);
  return new Response(html, { status, headers });
}

/** Other people's hosts are allowed only on the pages that need them. */
function foreignOrigins(
  { staticHandlerContext, routeModules }: EntryContext,
  { config }: Platform,
): { paymentOrigins: readonly string[]; challengeOrigins: readonly string[] } {
  const handles = staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);
  const needsChallenge = handleHas(handles, "challenge") && config.turnstile !== undefined;
  return {
    paymentOrigins: handleHas(handles, "payment") ? getStripeOrigins(config.stripe) : [],
    challengeOrigins: needsChallenge ? [TURNSTILE_ORIGIN] : [],
  };
}
