import { data, Form, redirect, redirectDocument, useNavigation } from "react-router";
import { getAuth, openSessionClient, requireSignedIn } from "~/auth/session/auth.server";
import type { Session } from "~/auth/session/request-auth.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { SERVER_UNREACHABLE } from "~/forms/app-error";
import { type FormResult, formError, formInit } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { withUnreachableFallback } from "~/forms/unreachable";
import { useForm } from "~/forms/use-form";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { readNext, switchAccountPath } from "~/navigation/paths";
import type { RequestContext } from "~/platform/context.server";
import { readForm } from "~/platform/read-body.server";
import { CodeFields } from "~/two-step/codes/code-fields";
import { RecoveryForm } from "~/two-step/recovery/recovery-form";
import { codeSchema } from "~/two-step/schema";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Route } from "./+types/verify";

export const handle = { hydrate: true };

/** Asks for the two-step code; whoever has given it, or needs none, goes on to `next`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const next = readNext(url);
  const visitor = await getAuth(context);
  if (visitor.kind !== "mfa-required") {
    requireSignedIn(visitor, next);
    throw redirect(next);
  }
  const { listApps, readFailedAttempts: readWrongCodes } = await import(
    "~/two-step/apps/apps.server"
  );
  const { email, userId } = visitor.session;
  const apps = await listApps(context, next);
  // They were removed elsewhere, which only a new token says.
  if (apps.length === 0) await leaveWithoutCode(context, next);
  return { next, email, apps, wrongCodes: await readWrongCodes(context, userId) };
}

/** Throws the way on with a new token; stays where there is none to be had. */
async function leaveWithoutCode(context: RequestContext, next: string): Promise<void> {
  const auth = await openSessionClient(context);
  const { data: renewed } = await auth.refreshSession();
  if (renewed.session) throw redirect(next);
}

/** A wrong code leaves the visitor where they are; `recovery` is the answer to a recovery code. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const next = readNext(url);
  const visitor = await getAuth(context);
  if (visitor.kind !== "mfa-required") {
    requireSignedIn(visitor, next);
    throw redirectDocument(next);
  }
  const formData = await readForm(request);
  if (formData.get("intent") === "recover") {
    const { recoverAccount: recover } = await import("~/two-step/recovery/recover.server");
    const recovery = await recover(context, visitor.session, formData);
    return data({ code: undefined, recovery }, formInit(recovery));
  }
  const code = await enterCode(context, visitor.session, formData);
  if (code) return data({ code, recovery: undefined }, formInit(code));
  // A new document: its security policy is that of the page it leads to.
  throw redirectDocument(next);
}

/** undefined when the code was right. */
async function enterCode(
  context: RequestContext,
  session: Session,
  formData: FormData,
): Promise<FormResult | undefined> {
  const form = parseForm(codeSchema, formData);
  if (!form.ok) return form.result;
  const { verifyCode } = await import("~/two-step/apps/apps.server");
  const auth = await openSessionClient(context);
  return verifyCode({ context, session, auth }, form.value);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withUnreachableFallback(serverAction, () => ({
    code: formError(SERVER_UNREACHABLE),
    recovery: undefined,
  }));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Enter your code");

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, apps, wrongCodes } = loaderData;
  const { state, formData } = useNavigation();
  const pending = state !== "idle";
  const isEntering = pending && formData?.get("intent") !== "recover";
  const { code, recovery } = actionData ?? {};
  const problem = code ?? recovery;
  const form = useForm({ schema: codeSchema, result: code, pending: isEntering });
  return (
    <>
      <AuthTitle>Enter your code</AuthTitle>
      <p className="wrap-anywhere text-ink-soft">
        {email ? `You are signing in as ${email}. ` : ""}Your account asks for a code as well.
      </p>
      {wrongCodes > 2 && !problem ? (
        <Alert type="error">
          {`${wrongCodes} wrong codes were entered for this account since yesterday. If that wasn't you, someone may know your password: change it once you are signed in.`}
        </Alert>
      ) : null}
      {problem?.message && !pending ? <Alert type={problem.status}>{problem.message}</Alert> : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <CodeFields apps={apps} form={form} hasFocus />
        <Button pending={isEntering}>Continue</Button>
      </Form>
      <RecoveryForm result={recovery} />
      <Form method="post" action={switchAccountPath(next)}>
        <Button variant="secondary" className="w-full">
          Try another account
        </Button>
      </Form>
    </>
  );
}
