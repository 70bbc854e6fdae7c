/** An OAuth 2.0 provider: the authorization code flow (RFC 6749, section 4.1) for people who are known beforehand. */
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { consentPage } from "./consent.ts";
import type { Person } from "./people.ts";

export interface ProviderOptions {
  /** Shown to people, e.g. "Google". */
  provider: string;
  /** The site that asks, as people know it. */
  siteName: string;
  client: { readonly id: string; readonly secret: string };
  /** The only address that people are sent back to. */
  callbackUrl: string;
  people: readonly Person[];
  authorizePath: string;
  tokenPath: string;
  /** What is read with a token, by path. */
  profiles: Readonly<Record<string, (person: Person, pictureUrl: string) => object>>;
  /** The answer to a code that is unknown or used up. */
  wrongCode: { status: 200 | 400; error: string };
}

export function createProvider(options: ProviderOptions): Hono {
  const { provider, siteName, client, callbackUrl, people, authorizePath, tokenPath } = options;
  const codes = new Map<string, Person>();
  const tokens = new Map<string, Person>();
  const app = new Hono();

  app.get(authorizePath, (c) => {
    const query = new URL(c.req.url).searchParams;
    const isKnown = query.get("client_id") === client.id;
    if (!isKnown || query.get("redirect_uri") !== callbackUrl) {
      return c.text("The client or its redirect address is not registered.", 400);
    }
    return consentPage({ provider, siteName, action: authorizePath, people }, query);
  });

  app.post(authorizePath, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const person = people.find(({ account }) => account === form.get("account"));
    if (!person) return c.text("There is no such account.", 400);
    const back = new URL(callbackUrl);
    back.searchParams.set("code", remember(codes, person));
    back.searchParams.set("state", form.get("state") ?? "");
    return c.redirect(back.href);
  });

  app.post(tokenPath, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (!isClient(c, form, client)) return c.json({ error: "invalid_client" }, 401);
    const code = form.get("code") ?? "";
    const person = codes.get(code);
    codes.delete(code);
    const { status, error } = options.wrongCode;
    if (!person) return c.json({ error, error_description: "The code is not valid." }, status);
    return c.json({ access_token: remember(tokens, person), token_type: "Bearer" });
  });

  for (const [path, profileOf] of Object.entries(options.profiles)) {
    app.get(path, (c) => {
      const person = tokens.get(c.req.header("authorization")?.split(" ")[1] ?? "");
      if (!person) return c.json({ error: "invalid_token" }, 401);
      const { origin } = new URL(c.req.url);
      return c.json(profileOf(person, `${origin}/pictures/${encodeURIComponent(person.account)}`));
    });
  }

  app.get("/pictures/:account", (c) =>
    c.body(String(pictureOf(c.req.param("account"))), 200, { "content-type": "image/svg+xml" }),
  );
  return app;
}

/** Hands out a secret that stands for `person`. */
function remember(secrets: Map<string, Person>, person: Person): string {
  const secret = randomBytes(20).toString("hex");
  secrets.set(secret, person);
  return secret;
}

/** A client says who it is by HTTP Basic or in the form (RFC 6749, section 2.3.1). */
function isClient(c: Context, form: URLSearchParams, client: ProviderOptions["client"]): boolean {
  const basic = /^Basic (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent)
    : [form.get("client_id"), form.get("client_secret")];
  return id === client.id && secret === client.secret;
}

function pictureOf(account: string) {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#3b5bdb"/>
<text x="40" y="54" font-size="40" font-family="sans-serif" text-anchor="middle" fill="#fff">${account.charAt(0).toUpperCase()}</text></svg>`;
}
