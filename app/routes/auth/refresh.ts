import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { getAuth } from "~/auth/session/auth.server";
import { methodNotAllowed } from "~/http/api-response.server";
import type { Route } from "./+types/refresh";

export const loader = methodNotAllowed;

/**
 * Refreshes the session of an open page. Returns `{ expiresAt }` in epoch seconds, or null if it has ended.
 */
export async function action({ context }: Route.ActionArgs) {
  const auth = await getAuth(context, { for: "open-page" });
  const expiresAt = auth.session?.expiresAt ?? null;
  const status = auth.kind === "unknown" ? AUTH_ERRORS.sessionUnverified.status : 200;
  return Response.json({ expiresAt }, { status });
}
