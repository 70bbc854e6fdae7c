import { Hono } from "hono";
import { SignJWT } from "jose";
import type { Caller, GatewayEnv } from "../../local/supabase/auth/context.ts";
import type { SigningKey } from "../../local/supabase/signing-key.ts";
import { ADDRESS_HEADER } from "./settings.ts";

export interface ProxyOptions {
  /** Where the auth server answers, without a trailing slash. */
  readonly gotrueUrl: string;
  readonly key: SigningKey;
  /** Whether the auth server counts requests by address. */
  readonly countsCallers: boolean;
}

/** Headers that belong to one connection, or that the auth server must have from the gateway only. */
const NOT_PASSED_ON = [
  "connection",
  "host",
  "content-length",
  "accept-encoding",
  "x-forwarded-for",
  ADDRESS_HEADER,
];
const NOT_PASSED_BACK = ["content-encoding", "content-length", "transfer-encoding", "connection"];

/** Passes requests on to the auth server as hosted's gateway does: an API key becomes a token of its role. */
export function createProxy(options: ProxyOptions): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.all("*", async (c) => {
    const { raw } = c.req;
    const { pathname, search } = new URL(raw.url);
    const answer = await fetch(options.gotrueUrl + pathname.replace(/^\/auth\/v1/, "") + search, {
      method: raw.method,
      headers: await headersFor(options, raw.headers, c.get("caller")),
      body: raw.method === "GET" || raw.method === "HEAD" ? null : await raw.arrayBuffer(),
      redirect: "manual",
    });
    const headers = new Headers(answer.headers);
    for (const name of NOT_PASSED_BACK) headers.delete(name);
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
      status: answer.status,
      headers,
    });
  });
  return app;
}

async function headersFor(
  { key, countsCallers }: ProxyOptions,
  given: Headers,
  caller: Caller,
): Promise<Headers> {
  const headers = new Headers(given);
  for (const name of NOT_PASSED_ON) headers.delete(name);
  headers.set("x-forwarded-for", caller.address);
  if (countsCallers) headers.set(ADDRESS_HEADER, caller.address);
  // A visitor's address is believed only of who has the secret key.
  if (caller.role !== "service_role") headers.delete("sb-forwarded-for");
  if (given.has("apikey") && caller.userToken === undefined) {
    headers.set("authorization", `Bearer ${await roleToken(key, caller.role)}`);
  }
  return headers;
}

function roleToken({ kid, privateKey }: SigningKey, role: Caller["role"]): Promise<string> {
  return new SignJWT({ role, iss: "supabase" })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(privateKey);
}
