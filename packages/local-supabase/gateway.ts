import { isIP } from "node:net";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { renderPage } from "local-kit";
import type { Caller, GatewayEnv } from "./auth/request.ts";
import type { RestApi } from "./rest/index.ts";

interface GatewayOptions {
  publishableKey: string;
  secretKey: string;
  auth: Hono<GatewayEnv>;
  rest: RestApi;
}

/** Paths without an API key, because browsers open them as links. */
const PUBLIC_PATHS = new Set([
  "/auth/v1/verify",
  "/auth/v1/callback",
  "/auth/v1/authorize",
  "/auth/v1/.well-known/jwks.json",
]);

/**
 * Words of a browser's User-Agent. Hosted Supabase does not publish which ones it looks for, so these are
 * more than it can need.
 */
const BROWSER_WORDS =
  /mozilla|webkit|gecko|khtml|chrom|safari|edg|opr|opera|firefox|fxios|crios|msie|trident|browser|vivaldi|brave|mobile|windows|mac os|linux|android|iphone|ipad/i;

/** The public API: /auth/v1 and /rest/v1, authenticated by API key. */
export function createGateway({ publishableKey, secretKey, auth, rest }: GatewayOptions) {
  const app = new Hono<GatewayEnv>();
  app.get("/", () => startPage(publishableKey));
  app.use(requireApiKey({ [publishableKey]: "anon", [secretKey]: "service_role" }));
  app.route("/auth/v1", auth);
  app.all("/rest/v1/*", (c) => rest.handle(c.req.raw, c.get("caller")));
  app.notFound((c) => c.json({ message: "no Route matched with those values" }, 404));
  return app;
}

function startPage(publishableKey: string): Response {
  return renderPage(
    "Local Supabase",
    html`<main style="max-width:40rem"><h1>Local Supabase</h1>
<p>Auth at <code>/auth/v1</code>, REST at <code>/rest/v1</code>; both require an API key, e.g.
<a href="/auth/v1/settings?apikey=${publishableKey}">/auth/v1/settings?apikey=${publishableKey}</a>.</p></main>`,
  );
}

function requireApiKey(roles: Record<string, Caller["role"]>): MiddlewareHandler<GatewayEnv> {
  return async (c, next) => {
    const key = c.req.header("apikey") ?? c.req.query("apikey");
    const role = roles[key ?? ""];
    if (!role && !PUBLIC_PATHS.has(c.req.path)) return unauthorized(key);
    const userAgent = c.req.header("user-agent") ?? "";
    if (role === "service_role" && BROWSER_WORDS.test(userAgent)) return secretKeyInBrowser();
    const bearer = c.req.header("authorization")?.replace(/^Bearer\s+/i, "");
    // Clients without a session also send their API key as bearer token; another key is no token.
    const userToken = bearer === key ? undefined : bearer;
    c.set("caller", { role: role ?? "anon", userToken, address: getClientAddress(c, role) });
    await next();
  };
}

/** 127.0.0.1, or the address in `sb-forwarded-for` of a request with the secret key. */
function getClientAddress(c: Context<GatewayEnv>, role: Caller["role"] | undefined): string {
  const [forwarded = ""] = c.req.header("sb-forwarded-for")?.split(",") ?? [];
  const address = forwarded.trim();
  return role === "service_role" && isIP(address) !== 0 ? address : "127.0.0.1";
}

/** Source: `secretKeyInBrowser` in tests/refusals/recorded-refusals.ts. */
function secretKeyInBrowser(): Response {
  const message = "Forbidden use of secret API key in browser";
  return Response.json({ message }, { status: 401 });
}

function unauthorized(key: string | undefined): Response {
  const body =
    key === undefined
      ? {
          message: "No API key found in request",
          hint: "No `apikey` request header or url param was found.",
        }
      : {
          message: "Invalid API key",
          hint: "Double check your Supabase `anon` or `service_role` API key.",
        };
  return Response.json(body, { status: 401 });
}
