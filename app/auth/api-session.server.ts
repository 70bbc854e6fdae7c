import type { RouterContextProvider } from "react-router";
import { getPlatform } from "~/platform/context.server";
import { verifyAccessToken } from "./access-token.server";
import { resolveSession, type Session } from "./session.server";

/**
 * Who calls an /api endpoint: the bearer of an access token, else the session cookie's owner, else null.
 * "unavailable" when that cannot be checked right now: nobody is to be signed out for it.
 */
export async function getApiSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Session | null | "unavailable"> {
  const authorization = request.headers.get("Authorization");
  if (authorization === null) return resolveSession(request, context);
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token) return null;
  const verification = await verifyAccessToken(token, getPlatform(context).config.supabase);
  if (verification.ok) return { ...verification.claims, accessToken: token };
  return verification.reason === "unavailable" ? "unavailable" : null;
}
