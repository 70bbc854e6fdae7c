import { useEffect } from "react";
import { Form, redirect, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import { PasswordField } from "~/auth/password/password-field";
import { findProvider, PROVIDER_NAMES } from "~/auth/providers/providers";
import { reauthenticationSchema } from "~/auth/schema";
import { getAuth } from "~/auth/session/auth.server";
import { postAuthMessage } from "~/auth/session/session-sync";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { formResponse } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { DASHBOARD_PATH, safePath } from "~/navigation/paths";
import { readForm } from "~/platform/read-body.server";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import type { Route } from "./+types/reauthenticate";

export const handle = { hydrate: true };

/** The page for browsers without JavaScript, and the end of a provider's window (`?done`). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visitor = await getAuth(context);
  if (visitor.kind === "guest") throw redirect("/auth/signin");
  const providers = "session" in visitor ? visitor.session.providers : [];
  const next = safePath(url.searchParams.get("next")) ?? DASHBOARD_PATH;
  return { isDone: url.searchParams.has("done"), provider: findProvider(providers[0]), next };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { reauthenticate } = await import("~/auth/reauthentication/reauthenticate.server");
  const result = await reauthenticate(context, await readForm(request));
  const next = safePath(url.searchParams.get("next"));
  if (next && result.status === "success") throw redirect(next);
  return formResponse(result);
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign in again");

export default function Reauthenticate({ loaderData, actionData }: Route.ComponentProps) {
  const { provider, next } = loaderData;
  const pending = useNavigation().state !== "idle";
  const form = useForm({ schema: reauthenticationSchema, result: actionData, pending });
  useAnnounceDone(loaderData.isDone);
  return (
    <>
      <AuthTitle>Please sign in again to complete this action</AuthTitle>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      {loaderData.isDone ? (
        <Alert type="success">You are signed in again. You can close this window.</Alert>
      ) : provider ? (
        <a
          href={`/auth/oauth/${provider}?${new URLSearchParams({ reauthenticate: "", next })}`}
          className={buttonClass("secondary")}
        >
          Continue with {PROVIDER_NAMES[provider]}
        </a>
      ) : (
        <Form method="post" className="grid gap-4" {...form.props}>
          <AccountField />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.field("password")}
          />
          <Button pending={pending}>Sign in</Button>
        </Form>
      )}
    </>
  );
}

/** Tells the window that asked, and goes away. */
function useAnnounceDone(isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return;
    postAuthMessage({ type: "REAUTHENTICATED" });
    window.close();
  }, [isDone]);
}
