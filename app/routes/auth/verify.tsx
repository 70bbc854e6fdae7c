import { useState } from "react";
import { Form, redirect, redirectDocument, useNavigation } from "react-router";
import { getAuth, openSessionClient, requireSignedIn } from "~/auth/session/auth.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { type FormResult, formResponse } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { readForm } from "~/http/read-body.server";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { getNextPath, switchAccountPath } from "~/navigation/paths";
import { CodeFields } from "~/two-step/codes/code-form";
import { RecoveryForm } from "~/two-step/recovery/recovery-form";
import { codeSchema } from "~/two-step/schema";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Route } from "./+types/verify";

const TITLE = "Enter your code";

/** Asks for the two-step code. Redirects to `next` if the session does not need one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const next = getNextPath(url);
  const auth = await getAuth(context);
  if (auth.kind !== "code-due") {
    requireSignedIn(auth, next);
    throw redirect(next);
  }
  const { listApps } = await import("~/two-step/apps/apps.server");
  const { email } = auth.session;
  const apps = await listApps(context, next);
  // The apps were removed on another device; a new token no longer requires a code.
  if (apps.length === 0) {
    const client = await openSessionClient(context);
    const { data: refreshed } = await client.refreshSession();
    if (refreshed.session) throw redirect(next);
  }
  return { next, email, apps };
}

/** Redirects to `next` on success; otherwise returns the result of the code or of the recovery code. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const next = getNextPath(url);
  const auth = await getAuth(context);
  if (auth.kind !== "code-due") {
    requireSignedIn(auth, next);
    throw redirectDocument(next);
  }
  const formData = await readForm(request);
  if (formData.get("intent") === "recover") {
    const { recoverAccount } = await import("~/two-step/recovery/recover.server");
    const result = await recoverAccount(context, auth.session, formData);
    return formResponse({ ...result, values: { intent: "recover" } });
  }
  const { verifyCode } = await import("~/two-step/codes/verify-code.server");
  const client = await openSessionClient(context);
  const result = await verifyCode({ context, session: auth.session, client }, formData);
  if (result) return formResponse(result);
  // A document navigation, so that the next page gets its own security policy.
  throw redirectDocument(next);
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, TITLE);

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, apps } = loaderData;
  const { state, formData } = useNavigation();
  const pending = state !== "idle";
  const isEntering = pending && formData?.get("intent") !== "recover";
  /** The code's result, hidden once the recovery form is opened or closed. */
  const [dismissed, setDismissed] = useState<FormResult>();
  const result = actionData === dismissed ? undefined : actionData;
  const isRecovery = actionData?.values?.intent === "recover";
  const codeResult = isRecovery ? undefined : result;
  const recoveryResult = isRecovery ? result : undefined;
  const form = useForm({ schema: codeSchema, result: codeResult, pending: isEntering });
  return (
    <>
      <AuthTitle>{TITLE}</AuthTitle>
      <p className="wrap-anywhere text-ink-soft">
        {`You’re signing in as ${email}. Your account also requires a code.`}
      </p>
      {result?.message && !pending ? <Alert type={result.status}>{result.message}</Alert> : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <CodeFields apps={apps} form={form} hasFocus />
        <Button pending={isEntering}>Continue</Button>
      </Form>
      <RecoveryForm result={recoveryResult} onToggle={() => setDismissed(codeResult)} />
      <Form method="post" action={switchAccountPath(next)}>
        <Button variant="secondary" className="w-full">
          Try another account
        </Button>
      </Form>
    </>
  );
}
