import { Form, redirect, redirectDocument, useNavigation } from "react-router";
import { AuthTitle } from "~/auth/auth-title";
import { getVisitor, openSessionClient, requireSignedIn } from "~/auth/visitor.server";
import { formResponse } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { keepInput } from "~/forms/unreachable";
import { useForm } from "~/forms/use-form";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { readNext, switchAccountPath } from "~/navigation/paths";
import { readForm } from "~/platform/read-body.server";
import { CodeFields } from "~/two-step/code-fields";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import type { Route } from "./+types/verify";

const loadSchema = async () => (await import("~/two-step/schema")).codeSchema;

export const handle = { hydrate: true };

/** Asks for the two-step code; whoever has given it, or needs none, goes on to `next`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const next = readNext(url);
  const visitor = await getVisitor(context);
  if (visitor.kind !== "code-due") {
    requireSignedIn(visitor, next);
    throw redirect(next);
  }
  const { listApps, readWrongCodes } = await import("~/two-step/apps.server");
  const { email, userId } = visitor.session;
  return {
    next,
    email,
    apps: await listApps(context, next),
    wrongCodes: await readWrongCodes(context, userId),
  };
}

/** A wrong code leaves the visitor where they are. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const next = readNext(url);
  const visitor = await getVisitor(context);
  if (visitor.kind !== "code-due") {
    requireSignedIn(visitor, next);
    throw redirectDocument(next);
  }
  const form = parseForm(await loadSchema(), await readForm(request));
  if (!form.ok) return formResponse(form.result);
  const { verifyCode } = await import("~/two-step/apps.server");
  const { auth } = await openSessionClient(context);
  const refusal = await verifyCode({ context, session: visitor.session, auth }, form.value);
  if (refusal) return formResponse(refusal);
  // A new document: its security policy is that of the page it leads to.
  throw redirectDocument(next);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(serverAction);
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Enter your code");

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, apps, wrongCodes } = loaderData;
  const pending = useNavigation().state !== "idle";
  const form = useForm({ loadSchema, result: actionData, pending });
  return (
    <>
      <AuthTitle>Enter your code</AuthTitle>
      <p className="wrap-anywhere text-ink-soft">
        {email ? `You are signing in as ${email}. ` : ""}Your account asks for a code as well.
      </p>
      {wrongCodes > 2 && !actionData ? (
        <Alert type="error">
          {`${wrongCodes} wrong codes were entered for this account since yesterday. If that was not you, somebody knows your password: change it once you are signed in.`}
        </Alert>
      ) : null}
      {actionData?.message && !pending ? (
        <Alert type={actionData.status}>{actionData.message}</Alert>
      ) : null}
      <Form method="post" className="grid gap-4" {...form.props}>
        <CodeFields apps={apps} form={form} />
        <Button pending={pending}>Continue</Button>
      </Form>
      <details className="text-sm">
        <summary className="link cursor-pointer">I don't have my device</summary>
        <p className="mt-3 text-ink-soft">
          If you set up a second authenticator app, use that one. Otherwise{" "}
          <TextLink to="/contact">write to us</TextLink> from your account's address: we check that
          it is you and turn the codes off.
        </p>
      </details>
      <Form method="post" action={switchAccountPath(next)}>
        <Button variant="secondary" className="w-full">
          Try another account
        </Button>
      </Form>
    </>
  );
}
