import { Form, href, redirect, redirectDocument } from "react-router";
import { readUnverifiedSession } from "~/auth/session/auth.server";
import { revokeInBackground } from "~/auth/session/complete-sign-in.server";
import { removeSession } from "~/auth/session/cookie/session-cookie.server";
import { getRequestAuth } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { readUnverifiedClaims } from "~/auth/session/token/access-token.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { safePath, signInPath } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/sign-out";

export const handle: RouteHandle = { plain: true };

/** Asks for confirmation: only a POST signs out. */
export async function loader({ context }: Route.LoaderArgs) {
  const { sessionKey } = await readUnverifiedSession(context);
  if (!sessionKey) throw redirect("/");
  return null;
}

/** Revokes the session in the background. With `next`, redirects to sign in to another account. */
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

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Sign out");

export default function SignOut() {
  return (
    <>
      <AuthTitle>Sign out?</AuthTitle>
      <Form method="post">
        <Button className="w-full">Sign out</Button>
      </Form>
      <ButtonLink to={href("/dashboard")} variant="quiet">
        Stay signed in
      </ButtonLink>
    </>
  );
}
