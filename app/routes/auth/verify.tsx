import { data, Form, redirect, redirectDocument, useNavigation } from "react-router";
import { AuthFrame } from "~/auth/auth-frame";
import { openSessionClient, resolveSession, type Session } from "~/auth/session.server";
import { parseForm } from "~/forms/parse-form";
import { keepInput } from "~/forms/unreachable";
import { useForm } from "~/forms/use-form";
import { privatePageMeta } from "~/navigation/page-meta";
import { safePath } from "~/platform/safe-path";
import { CodeFields } from "~/two-step/code-fields";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import type { Route } from "./+types/verify";

const loadSchema = async () => (await import("~/two-step/schema")).codeSchema;

export const handle = { hydrate: true };

/** The two-step code of signing in; whoever has done it, or has none, goes on to `next`. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const next = readNext(url);
  const session = await requireFirstStep(request, context, next);
  if (session.twoStep !== "due") throw redirect(next);
  const { listApps } = await import("~/two-step/apps.server");
  return { next, email: session.email, apps: await listApps(request, context) };
}

/** A wrong code leaves the first step as it is. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const next = readNext(url);
  const session = await requireFirstStep(request, context, next);
  if (session.twoStep !== "due") throw redirectDocument(next);
  const form = parseForm(await loadSchema(), await request.formData());
  if (!form.ok) return data(form.result, { status: 422 });
  const { verifyCode } = await import("~/two-step/apps.server");
  const { auth } = await openSessionClient(request, context);
  const refusal = await verifyCode({ request, context, session, auth }, form.value);
  if (refusal) return refusal;
  // A new document: its security policy is that of the page it leads to.
  throw redirectDocument(next);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(serverAction);
}

function readNext(url: URL): string {
  return safePath(url.searchParams.get("next")) ?? "/dashboard";
}

/** Whoever has signed in, however far. Throws what the page answers to everyone else. */
async function requireFirstStep(
  request: Request,
  context: Route.LoaderArgs["context"],
  next: string,
): Promise<Session> {
  const session = await resolveSession(request, context);
  if (session === null) throw redirect(`/auth/signin?${new URLSearchParams({ next })}`);
  if (session === "unavailable") {
    throw data(
      "We can't check your sign-in right now. You are not signed out; please try again in a moment.",
      { status: 503, headers: { "Retry-After": "10" } },
    );
  }
  return session;
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Enter your code");

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, apps } = loaderData;
  const pending = useNavigation().state !== "idle";
  const form = useForm({ loadSchema, result: actionData, pending });
  return (
    <AuthFrame title="Enter your code">
      <p className="wrap-anywhere text-ink-soft">
        {email ? `You are signing in as ${email}. ` : ""}Your account asks for a code as well.
      </p>
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
      <Form method="post" action={`/auth/signout?${new URLSearchParams({ next })}`}>
        <Button variant="secondary" className="w-full">
          Try another account
        </Button>
      </Form>
    </AuthFrame>
  );
}
