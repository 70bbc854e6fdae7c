import { Hono } from "hono";
import { SignJWT } from "jose";
import type { Caller, GatewayEnv, SigningKey } from "local-supabase/internals";
import { passTo } from "./pass-to.ts";
import { ADDRESS_HEADER } from "./settings.ts";

interface ProxyOptions {
  /** Supabase Auth's URL, without a trailing slash. */
  readonly gotrueUrl: string;
  readonly key: SigningKey;
  /** Whether Supabase Auth counts requests by address. */
  readonly countsCallers: boolean;
}

/**
 * Proxies requests to Supabase Auth as the hosted gateway does: replaces an API key with a token of its
 * role.
 */
export function createProxy({ gotrueUrl, key, countsCallers }: ProxyOptions): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.all("*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const { role, address, userToken } = c.get("caller");
    const isKeyOnly = c.req.header("apikey") !== undefined && userToken === undefined;
    return passTo(gotrueUrl + pathname.replace(/^\/auth\/v1/, "") + search, c.req.raw, {
      "x-forwarded-for": address,
      [ADDRESS_HEADER]: countsCallers ? address : undefined,
      // A forwarded client address is trusted only with the secret key.
      ...(role === "service_role" ? {} : { "sb-forwarded-for": undefined }),
      ...(isKeyOnly ? { authorization: `Bearer ${await roleToken(key, role)}` } : {}),
    });
  });
  return app;
}

function roleToken({ kid, privateKey }: SigningKey, role: Caller["role"]): Promise<string> {
  return new SignJWT({ role, iss: "supabase" })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(privateKey);
}
