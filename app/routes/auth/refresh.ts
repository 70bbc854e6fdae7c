import { methodNotAllowed } from "~/api/api-response.server";
import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { refreshIfExpiring } from "~/auth/session/auth.server";
import { responseInit } from "~/forms/app-error";
import type { Route } from "./+types/refresh";

export const loader = methodNotAllowed;

/** Renews the session for a page that stays open: `{ expiresAt }` in epoch seconds, null when it is over. */
export async function action({ context }: Route.ActionArgs) {
  const visitor = await refreshIfExpiring(context);
  const expiresAt = "session" in visitor ? visitor.session.expiresAt : null;
  const isUnknown = visitor.kind === "unknown";
  return Response.json({ expiresAt }, isUnknown ? responseInit(AUTH_ERRORS.sessionUnverified) : {});
}
