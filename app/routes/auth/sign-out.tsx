import { Form, redirect, redirectDocument } from "react-router";
import { AuthFrame } from "~/auth/auth-frame";
import { clearSessionCookies, openSessionClient, readVisitorState } from "~/auth/session.server";
import { privatePageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { safePath } from "~/platform/safe-path";
import { Button } from "~/ui/button";
import type { Route } from "./+types/sign-out";

/** A link to here asks first: only a POST changes anything. */
export function loader({ context }: Route.LoaderArgs) {
  if (!readVisitorState(context).session) throw redirect("/");
  return null;
}

/**
 * Signs out here whatever the auth server answers; it is told, so that the session ends there too. With a
 * `next` it leads to signing in as someone else.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (readVisitorState(context).session) {
    const supabase = await openSessionClient(request, context);
    await supabase.auth.signOut({ scope: "local" });
  }
  clearSessionCookies(request, getPlatform(context));
  const next = safePath(url.searchParams.get("next"));
  return redirectDocument(next ? `/auth/signin?${new URLSearchParams({ next })}` : "/");
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Sign out");

export default function SignOut() {
  return (
    <AuthFrame title="Sign out?">
      <Form method="post">
        <Button className="w-full">Sign out</Button>
      </Form>
    </AuthFrame>
  );
}
