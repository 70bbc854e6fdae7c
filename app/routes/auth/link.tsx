import { useEffect, useState } from "react";
import { Form, redirectDocument, useActionData, useNavigation } from "react-router";
import * as v from "valibot";
import { verifyAccessToken } from "~/auth/access-token.server";
import { describeAuthError } from "~/auth/auth-errors.server";
import { AuthFrame } from "~/auth/auth-frame";
import { type HashTokens, readHashTokens } from "~/auth/hash-tokens";
import { openSessionClient, resolveSession } from "~/auth/session.server";
import { afterSignIn } from "~/auth/two-step-guard.server";
import { type FormResult, formError } from "~/forms/form-result";
import { parseForm, requiredSecret } from "~/forms/parse-form";
import { privatePageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import type { Route } from "./+types/link";

export const handle = { hydrate: true };

const tokensSchema = v.object({
  accessToken: requiredSecret("No access_token detected."),
  refreshToken: requiredSecret("No refresh_token detected."),
});

/** Signs in with the tokens of a link, which the page took out of its address. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const form = parseForm(tokensSchema, await request.formData());
  if (!form.ok) return formError(Object.values(form.fieldErrors).join(" "));
  const { accessToken, refreshToken } = form.value;
  const verification = await verifyAccessToken(accessToken, getPlatform(context).config.supabase);
  if (!verification.ok) return formError("This link has been used or has expired.");
  const current = await resolveSession(request, context);
  const isSomeoneElse =
    current !== null && current !== "unavailable" && current.userId !== verification.claims.userId;
  if (isSomeoneElse) {
    return formError("You are signed in with another account. Sign out first to use this link.");
  }
  const supabase = await openSessionClient(request, context);
  const { error } = await supabase.auth.setSession({
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) return formError(describeAuthError(error));
  throw redirectDocument(afterSignIn(accessToken, "/dashboard"));
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in");

export default function Link() {
  const result = useActionData<typeof action>();
  const pending = useNavigation().state !== "idle";
  const link = useHashTokens();
  const problem = result?.message ?? (link?.kind === "error" ? link.message : undefined);
  return (
    <AuthFrame title="Sign in">
      {link ? null : <Spinner size="large" />}
      {problem ? <Alert type="error">{problem}</Alert> : null}
      {link?.kind === "tokens" && !result ? (
        <Form method="post">
          <input type="hidden" name="accessToken" value={link.accessToken} />
          <input type="hidden" name="refreshToken" value={link.refreshToken} />
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
    </AuthFrame>
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
