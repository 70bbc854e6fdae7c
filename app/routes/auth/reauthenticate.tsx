import { useEffect } from "react";
import { href, redirect } from "react-router";
import { mayHavePasskey } from "~/auth/methods/passkey/may-have-passkey.server";
import { takeProviderError } from "~/auth/methods/provider/oauth.server";
import { findProvider, PROVIDER_NAMES } from "~/auth/methods/provider/providers";
import { ReauthenticationForm } from "~/auth/reauthentication/reauthentication-form";
import { isRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { getAuth, requireSignedIn } from "~/auth/session/auth.server";
import { postAuthMessage } from "~/auth/session/tabs/session-sync";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { getNextPath, reauthenticationPath, safePath } from "~/navigation/paths";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { ButtonLink, buttonClass } from "~/ui/button";
import type { Route } from "./+types/reauthenticate";

/** The page without JavaScript, and the last page of a provider's window (`?done`). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const next = getNextPath(url);
  const session = requireSignedIn(await getAuth(context), next);
  const platform = getPlatform(context);
  return {
    // A link with `?done` must not claim a sign-in that did not happen.
    isDone: url.searchParams.has("done") && isRecentLogin(session),
    provider: findProvider(session.providers[0]),
    mayHavePasskey: await mayHavePasskey(platform),
    error: takeProviderError(platform),
    next,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { reauthenticate } = await import("~/auth/reauthentication/reauthenticate.server");
  const result = await reauthenticate(context, await readForm(request));
  const next = safePath(url.searchParams.get("next"));
  if (next && result.status === "success") throw redirect(next);
  return formResponse(result);
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Sign in again");

export default function Reauthenticate({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, provider, mayHavePasskey, error, next } = loaderData;
  useEffect(() => {
    if (!isDone) return;
    postAuthMessage({ type: "REAUTHENTICATED" });
    window.close();
  }, [isDone]);
  if (isDone)
    return (
      <>
        <AuthTitle>You are signed in</AuthTitle>
        <Alert type="success">You can close this window.</Alert>
      </>
    );
  return (
    <>
      <AuthTitle>Please sign in again to complete this action</AuthTitle>
      {error && !actionData ? <Alert type="error">{error}</Alert> : null}
      <ReauthenticationForm
        action={reauthenticationPath(next)}
        provider={
          provider && (
            <a
              href={`${href("/auth/oauth/:provider", { provider })}?${new URLSearchParams({ reauthenticate: "", next })}`}
              className={buttonClass("secondary")}
            >
              {`Continue with ${PROVIDER_NAMES[provider]}`}
            </a>
          )
        }
        mayHavePasskey={mayHavePasskey}
        result={actionData}
      />
      <ButtonLink to={next} variant="quiet">
        Cancel
      </ButtonLink>
    </>
  );
}
