import { Form, redirect, redirectDocument } from "react-router";
import { readUnverifiedClaims } from "~/auth/access-token.server";
import { logSecurityEvent } from "~/auth/security-log.server";
import { readClientSession, revokeInBackground } from "~/auth/session/auth.server";
import { getRequestAuth } from "~/auth/session/request-auth.server";
import { removeSession } from "~/auth/session/session-cookie.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { privatePageMeta } from "~/navigation/page-meta";
import { safePath, signInPath } from "~/navigation/paths";
import { getPlatform } from "~/platform/context.server";
import { Button } from "~/ui/button";
import type { Route } from "./+types/sign-out";

/** A link to here asks first: only a POST changes anything. */
export function loader({ context }: Route.LoaderArgs) {
  if (!readClientSession(context).sessionKey) throw redirect("/");
  return null;
}

/**
 * Signs out here without waiting for the auth server, where the session is revoked in the background. With a
 * `next` it leads to signing in as someone else.
 */
export async function action({ url, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const { cookie } = getRequestAuth(context);
  if (cookie.kind !== "none") {
    revokeInBackground(platform, cookie.tokens);
    const claims = readUnverifiedClaims(cookie.tokens.accessToken);
    if (claims) await logSecurityEvent(platform, "signed-out", claims.userId);
  }
  removeSession(platform);
  const next = safePath(url.searchParams.get("next"));
  return redirectDocument(next ? signInPath(next) : "/");
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign out");

export default function SignOut() {
  return (
    <>
      <AuthTitle>Sign out?</AuthTitle>
      <Form method="post">
        <Button className="w-full">Sign out</Button>
      </Form>
    </>
  );
}
