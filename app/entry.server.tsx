import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { stripeOrigins } from "~/billing/stripe-origins";
import { TURNSTILE_ORIGIN } from "~/contact/turnstile.server";
import { getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { NonceContext } from "~/platform/nonce";
import { contentSecurityPolicy } from "~/platform/security-headers.server";

/** Deferred data that takes longer is rendered as its error. */
export const streamTimeout = 8_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { config, requestId } = getPlatform(context);
  // Vite's dev server injects inline scripts and styles of its own, so there is no policy in dev.
  const nonce = import.meta.env.DEV ? undefined : crypto.randomUUID();
  let responseStatus = status;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error) {
        responseStatus = 500;
        logError("render.failed", error, { requestId });
      },
    },
  );
  if (isbot(request.headers.get("User-Agent"))) await body.allReady;

  headers.set("Content-Type", "text/html; charset=utf-8");
  if (nonce) {
    headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy({
        nonce,
        paymentOrigins: stripeOrigins(config.stripe),
        challengeOrigins: config.turnstile ? [TURNSTILE_ORIGIN] : [],
        environment: config.environment,
      }),
    );
  }
  return new Response(body, { status: responseStatus, headers });
}
