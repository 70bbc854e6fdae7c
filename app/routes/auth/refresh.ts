import { refreshSession } from "~/auth/session.server";
import type { Route } from "./+types/refresh";

/** Renews the session for a page that stays open: `{ expiresAt }` in epoch seconds, null when it is over. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = await refreshSession(request, context);
  if (session === "unavailable") {
    return Response.json({ expiresAt: null }, { status: 503, headers: { "Retry-After": "1" } });
  }
  return Response.json({ expiresAt: session?.expiresAt ?? null });
}
