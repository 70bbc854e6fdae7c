import { useEffect, useState } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import { type HashTokens, readHashTokens } from "~/auth/links/hash-tokens";
import {
  OTHER_ADDRESS_MESSAGE,
  readSignedInEmail,
  signInWithTokens,
} from "~/auth/links/mail-link.server";
import { AuthTitle, SignedInNotice } from "~/auth/sign-in/auth-title";
import { UNEXPECTED_ERRORS, unexpectedFormError } from "~/auth/unexpected-error.server";
import { formResponse } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { readForm } from "~/platform/read-body.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import type { Route } from "./+types/link";

export const handle = { hydrate: true };

export async function loader({ context }: Route.LoaderArgs) {
  return {
    signedInEmail: await readSignedInEmail(context),
    halfDone: OTHER_ADDRESS_MESSAGE,
  };
}

/** Redirects when it worked, so what it returns is shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const { initialization } = UNEXPECTED_ERRORS;
  const signingIn = signInWithTokens(context, await readForm(request));
  return formResponse(
    await signingIn.catch(unexpectedFormError(getPlatform(context).requestId, initialization)),
  );
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in");

export default function Link({ loaderData }: Route.ComponentProps) {
  const result = useActionData<typeof action>();
  const pending = useNavigation().state !== "idle";
  const link = useHashTokens();
  const problem = result?.message ?? (link?.kind === "error" ? link.message : undefined);
  return (
    <>
      <AuthTitle>Sign in</AuthTitle>
      {link ? null : <Spinner size="large" />}
      {problem ? <Alert type="error">{problem}</Alert> : null}
      {link?.kind === "half-done" ? <Alert type="success">{loaderData.halfDone}</Alert> : null}
      {link?.kind === "tokens" && !result ? (
        <Form method="post" className="grid gap-4">
          <SignedInNotice email={loaderData.signedInEmail} />
          <input type="hidden" name="accessToken" value={link.accessToken} />
          <input type="hidden" name="refreshToken" value={link.refreshToken} />
          {link.isRecovery ? <input type="hidden" name="recovery" value="true" /> : null}
          <Button pending={pending} className="w-full">
            Continue to your account
          </Button>
        </Form>
      ) : null}
      {problem || link?.kind === "none" ? (
        <ButtonLink to="/auth/signin">Back to sign in</ButtonLink>
      ) : null}
      <noscript>
        <Alert type="error">
          This link needs JavaScript. You can sign in with your password instead.
        </Alert>
      </noscript>
    </>
  );
}

/** Takes the tokens out of the address, so that they stay neither in the history nor in a screenshot. */
function useHashTokens(): HashTokens | undefined {
  const [link, setLink] = useState<HashTokens>();
  useEffect(() => {
    const found = readHashTokens(window.location.hash);
    if (found.kind === "none") return setLink((known) => known ?? found);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    setLink(found);
  }, []);
  return link;
}
