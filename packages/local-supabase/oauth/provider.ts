/** An OAuth 2.0 provider with fixed users: the authorization code flow (RFC 6749, section 4.1). */
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { accountsPage, consentPage } from "./consent.ts";
import type { TestUser } from "./test-users.ts";

/** The local site's OAuth clients at the local providers. Not secret. */
export const OAUTH_CLIENTS = {
  google: { id: "local-google-client", secret: "local-google-secret" },
  github: { id: "local-github-client", secret: "local-github-secret" },
} as const;

export type OAuthProviderName = keyof typeof OAUTH_CLIENTS;

export interface ProviderOptions {
  /** Display name, e.g. "Google". */
  provider: string;
  /** The requesting site's display name. */
  siteName: string;
  client: { readonly id: string; readonly secret: string };
  /** The only registered redirect URI. */
  callbackUrl: string;
  users: readonly TestUser[];
  authorizePath: string;
  tokenPath: string;
  /** Profile endpoints by path. */
  profiles: Readonly<Record<string, (user: TestUser, pictureUrl: string) => object>>;
  /** The response to an unknown or used code. */
  invalidCode: { status: 200 | 400; error: string };
}

export function createProvider(options: ProviderOptions): Hono {
  const { provider, siteName, client, callbackUrl, users, authorizePath, tokenPath } = options;
  const codes = new Map<string, TestUser>();
  const tokens = new Map<string, TestUser>();
  const app = new Hono();

  app.get("/", () => accountsPage(options));

  app.get(authorizePath, (c) => {
    const query = new URL(c.req.url).searchParams;
    const isKnown = query.get("client_id") === client.id;
    if (!isKnown || query.get("redirect_uri") !== callbackUrl) {
      return c.text("The client or its redirect address is not registered.", 400);
    }
    return consentPage({ provider, siteName, action: authorizePath, users }, query);
  });

  app.post(authorizePath, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const user = users.find(({ account }) => account === form.get("account"));
    if (!user) return c.text("Unknown account.", 400);
    const redirect = new URL(callbackUrl);
    redirect.searchParams.set("code", issueSecret(codes, user));
    redirect.searchParams.set("state", form.get("state") ?? "");
    return c.redirect(redirect.href);
  });

  app.post(tokenPath, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (!authenticateClient(c, form, client)) return c.json({ error: "invalid_client" }, 401);
    const code = form.get("code") ?? "";
    const user = codes.get(code);
    codes.delete(code);
    const { status, error } = options.invalidCode;
    if (!user) return c.json({ error, error_description: "The code is not valid." }, status);
    return c.json({ access_token: issueSecret(tokens, user), token_type: "Bearer" });
  });

  for (const [path, getProfile] of Object.entries(options.profiles)) {
    app.get(path, (c) => {
      const user = tokens.get(c.req.header("authorization")?.split(" ")[1] ?? "");
      if (!user) return c.json({ error: "invalid_token" }, 401);
      const { origin } = new URL(c.req.url);
      return c.json(getProfile(user, `${origin}/pictures/${encodeURIComponent(user.account)}`));
    });
  }

  app.get("/pictures/:account", (c) =>
    c.body(String(renderPicture(c.req.param("account"))), 200, { "content-type": "image/svg+xml" }),
  );
  return app;
}

/** Issues a random code or token for `user`. */
function issueSecret(secrets: Map<string, TestUser>, user: TestUser): string {
  const secret = randomBytes(20).toString("hex");
  secrets.set(secret, user);
  return secret;
}

/** Authenticates the client by HTTP Basic or form parameters (RFC 6749, section 2.3.1). */
function authenticateClient(
  c: Context,
  form: URLSearchParams,
  client: ProviderOptions["client"],
): boolean {
  const basic = /^Basic (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent)
    : [form.get("client_id"), form.get("client_secret")];
  return id === client.id && secret === client.secret;
}

function renderPicture(account: string) {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#3b5bdb"/>
<text x="40" y="54" font-size="40" font-family="sans-serif" text-anchor="middle" fill="#fff">${account.charAt(0).toUpperCase()}</text></svg>`;
}
