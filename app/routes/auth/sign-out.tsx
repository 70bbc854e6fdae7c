import { Form, redirect } from "react-router";
import { AuthFrame } from "~/auth/auth-frame";
import { clearSessionCookies, getSession, loadSupabase } from "~/auth/session.server";
import { getPlatform } from "~/platform/context.server";
import { Button } from "~/ui/button";
import type { Route } from "./+types/sign-out";

/** A link to here asks first: only a POST changes anything. */
export function loader({ context }: Route.LoaderArgs) {
  if (!getSession(context)) throw redirect("/");
  return null;
}

/** Signs out here whatever the auth server answers; it is told, so that the session ends there too. */
export async function action({ request, context }: Route.ActionArgs) {
  if (getSession(context)) {
    const supabase = await loadSupabase(request, context);
    await supabase.auth.signOut({ scope: "local" });
  }
  clearSessionCookies(request, getPlatform(context));
  return redirect("/");
}

export default function SignOut() {
  return (
    <AuthFrame title="Sign out?">
      <Form method="post">
        <Button className="w-full">Sign out</Button>
      </Form>
    </AuthFrame>
  );
}
