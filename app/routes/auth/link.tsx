import { useEffect, useState } from "react";
import { Form, redirectDocument, useActionData, useNavigation } from "react-router";
import * as v from "valibot";
import { verifyAccessToken } from "~/auth/access-token.server";
import { AUTH_REFUSALS, authRefusal } from "~/auth/auth-errors.server";
import { AuthTitle } from "~/auth/auth-title";
import { type HashTokens, readHashTokens } from "~/auth/hash-tokens";
import { refuseUnexpected, UNEXPECTED_REFUSALS } from "~/auth/refuse-unexpected.server";
import { afterSignIn, getVisitor, openSessionClient } from "~/auth/visitor.server";
import { type FormResult, formResponse, refuseForm } from "~/forms/form-result";
import { parseForm, requiredSecret } from "~/forms/parse-form";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { HOME_PATH } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { readForm } from "~/platform/read-body.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import type { Route } from "./+types/link";

export const handle = { hydrate: true };

const tokensSchema = v.object({
  accessToken: requiredSecret("No access_token detected."),
  refreshToken: requiredSecret("No refresh_token detected."),
});

/** Redirects when it worked, so what it returns is shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const { initialization } = UNEXPECTED_REFUSALS;
  const signingIn = signInWithTokens(context, await readForm(request));
  return formResponse(await signingIn.catch(refuseUnexpected(initialization)));
}

/** Signs in with the tokens of a link, which the page took out of its address. */
async function signInWithTokens(context: RequestContext, formData: FormData): Promise<FormResult> {
  const form = parseForm(tokensSchema, formData);
  if (!form.ok) {
    const message = Object.values(form.fieldErrors).join(" ");
    return refuseForm({ ...AUTH_REFUSALS.linkIncomplete, message });
  }
  const { accessToken, refreshToken } = form.value;
  const verification = await verifyAccessToken(accessToken, getPlatform(context).config.supabase);
  if (!verification.ok) return refuseForm(AUTH_REFUSALS.linkUsed);
  const visitor = await getVisitor(context);
  const isSomeoneElse =
    "session" in visitor && visitor.session.userId !== verification.claims.userId;
  if (isSomeoneElse) return refuseForm(AUTH_REFUSALS.otherAccount);
  const supabase = await openSessionClient(context);
  const { error } = await supabase.auth.setSession({
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) return refuseForm(authRefusal(error));
  throw redirectDocument(afterSignIn(accessToken, HOME_PATH));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in");

export default function Link() {
  const result = useActionData<typeof action>();
  const pending = useNavigation().state !== "idle";
  const link = useHashTokens();
  const problem = result?.message ?? (link?.kind === "error" ? link.message : undefined);
  return (
    <>
      <AuthTitle>Sign in</AuthTitle>
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
