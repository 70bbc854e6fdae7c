import { data, redirect } from "react-router";
import { AuthFrame } from "~/auth/auth-frame";
import { finishOAuth } from "~/auth/oauth.server";
import { privatePageMeta } from "~/navigation/page-meta";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/callback";

/** Where providers and default Supabase links (`?code=`) come back to. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const outcome = await finishOAuth({ request, url, context });
  if (outcome.ok) throw redirect(outcome.next);
  return data({ message: outcome.message }, { status: 400 });
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in");

export default function Callback({ loaderData }: Route.ComponentProps) {
  return (
    <AuthFrame title="That did not work">
      <Alert type="error">{loaderData.message}</Alert>
      <ButtonLink to="/auth/signin">Back to sign in</ButtonLink>
    </AuthFrame>
  );
}
