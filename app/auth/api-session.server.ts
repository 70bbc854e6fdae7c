import type { RouterContextProvider } from "react-router";
import { getPlatform } from "~/platform/context.server.ts";
import { verifyAccessToken } from "./access-token.server.ts";
import { resolveSession, type Session } from "./session.server.ts";

/** Who calls an /api endpoint: the bearer of an access token, else the session cookie's owner, else null. */
export async function getApiSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Session | null> {
  const authorization = request.headers.get("Authorization");
  if (authorization === null) {
    const session = await resolveSession(request, context);
    return session === "unavailable" ? null : session;
  }
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token) return null;
  const verification = await verifyAccessToken(token, getPlatform(context).config.supabase);
  return verification.ok ? { ...verification.claims, accessToken: token } : null;
}
