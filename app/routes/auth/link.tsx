import { useEffect, useState } from "react";
import { Form, href, useActionData, useNavigation } from "react-router";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { OTHER_ADDRESS_MESSAGE } from "~/auth/gotrue/link-errors";
import { signInWithTokens, unexpectedFormError } from "~/auth/methods/link/email-link.server";
import { type HashTokens, readHashTokens } from "~/auth/methods/link/hash-tokens";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { SignedInNotice } from "~/auth/sign-in/signed-in-notice";
import { formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import type { Route } from "./+types/link";

/** Redirects on success; returns the result to show otherwise. */
export async function action({ request, context }: Route.ActionArgs) {
  const signingIn = signInWithTokens(context, await readForm(request));
  return formResponse(
    await signingIn.catch(
      unexpectedFormError(getPlatform(context).requestId, AUTH_ERRORS.initializationFailed),
    ),
  );
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Sign in");

export default function Link() {
  const result = useActionData<typeof action>();
  const pending = useNavigation().state !== "idle";
  const link = useHashTokens();
  const errorMessage = result?.message ?? (link?.kind === "error" ? link.message : undefined);
  return (
    <>
      <AuthTitle>Sign in</AuthTitle>
      {link ? null : <Spinner size="large" />}
      {errorMessage ? <Alert type="error">{errorMessage}</Alert> : null}
      {link?.kind === "awaiting-other-address" ? (
        <Alert type="success">{OTHER_ADDRESS_MESSAGE}</Alert>
      ) : null}
      {link?.kind === "tokens" && !result ? (
        <Form method="post" className="grid gap-4">
          {/* `email` is null: the action refuses a link in a browser with another account. */}
          <SignedInNotice email={null} account={link.email} />
          <input type="hidden" name="accessToken" value={link.accessToken} />
          <input type="hidden" name="refreshToken" value={link.refreshToken} />
          {link.isRecovery ? <input type="hidden" name="recovery" value="true" /> : null}
          <Button pending={pending} className="w-full">
            Continue to your account
          </Button>
        </Form>
      ) : null}
      {errorMessage || link?.kind === "none" ? (
        <ButtonLink to={href("/auth/signin")}>Back to sign in</ButtonLink>
      ) : null}
      <noscript>
        <Alert type="error">
          This link needs JavaScript. You can sign in with your password instead.
        </Alert>
      </noscript>
    </>
  );
}

/** Reads the tokens and removes them from the URL, so that they are not in the history or a screenshot. */
function useHashTokens(): HashTokens | undefined {
  const [link, setLink] = useState<HashTokens>();
  useEffect(() => {
    const tokens = readHashTokens(window.location.hash);
    if (tokens.kind === "none") return setLink((current) => current ?? tokens);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    setLink(tokens);
  }, []);
  return link;
}
