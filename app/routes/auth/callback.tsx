import { data, redirect } from "react-router";
import { handleOAuthCallback } from "~/auth/providers/oauth.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { responseInit } from "~/forms/app-error";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/callback";

/** Where providers and default Supabase links (`?code=`) come back to. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const outcome = await handleOAuthCallback({ url, context });
  if (outcome.ok) throw redirect(outcome.next);
  const { error: refusal } = outcome;
  return data({ message: refusal.message }, responseInit(refusal));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in");

export default function Callback({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AuthTitle>That did not work</AuthTitle>
      <Alert type="error">{loaderData.message}</Alert>
      <ButtonLink to="/auth/signin">Back to sign in</ButtonLink>
    </>
  );
}
