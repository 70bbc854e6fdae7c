import { data, redirect } from "react-router";
import { handleOAuthCallback, restartPath } from "~/auth/methods/provider/oauth.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { unlistedPageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { InlineScript } from "~/ui/inline-script";
import type { Route } from "./+types/callback";

export const handle: RouteHandle = { plain: true };

/** The page that providers and default Supabase links (`?code=`) redirect to. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const outcome = await handleOAuthCallback({ url, context });
  if (outcome.ok) throw redirect(outcome.value);
  const { error } = outcome;
  return data({ message: error.message, start: restartPath(url) }, { status: error.status });
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Sign in");

/** The code and the flow's id do not stay in the address bar or in the history. */
const CLEAN_URL = 'history.replaceState(null, "", location.pathname)';

export default function Callback({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <InlineScript source={CLEAN_URL} />
      <AuthTitle>That didn’t work</AuthTitle>
      <Alert type="error">{loaderData.message}</Alert>
      <ButtonLink to={loaderData.start}>Back to sign in</ButtonLink>
    </>
  );
}
