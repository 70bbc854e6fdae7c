import { requireSameAccount } from "~/auth/account-form.server";
import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { NewPasswordForm } from "~/auth/password/new-password-form";
import { getAuth, requireSignedIn } from "~/auth/session/auth.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { formError, formResponse } from "~/forms/form-result";
import { offlineForms } from "~/forms/unreachable";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { readForm } from "~/platform/read-body.server";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/change-password";

const PATH = "/auth/changepass";

export const handle = { hydrate: true };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [offlineForms];

/** Where reset links lead to; a guest is told how to get one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visitor = await getAuth(context);
  if (visitor.kind === "guest") return null;
  const { email, providers } = requireSignedIn(visitor, url.pathname + url.search);
  return { email, providers };
}

/** Following a reset link counts as a recent sign-in. */
export async function action({ request, context }: Route.ActionArgs) {
  const formData = await readForm(request);
  const visitor = await getAuth(context);
  if (visitor.kind === "guest") return formResponse(formError(AUTH_ERRORS.sessionMissing));
  const session = requireSignedIn(visitor, PATH);
  requireSameAccount(formData, session);
  const { setPassword } = await import("~/auth/password/set-password.server");
  const message = "Your password has been changed";
  return formResponse(await setPassword(context, session, { formData, message }));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Choose a new password");

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AuthTitle>Choose a new password</AuthTitle>
      {loaderData ? (
        <>
          <p className="wrap-anywhere text-ink-soft">For the account {loaderData.email}.</p>
          <NewPasswordForm
            path={PATH}
            button="Change password"
            providers={loaderData.providers}
            result={actionData}
          />
          <ButtonLink to="/dashboard" variant="quiet">
            Go to the dashboard
          </ButtonLink>
        </>
      ) : (
        <>
          <Alert type="error">
            This page needs a reset link that is still good. Links work once, for an hour.
          </Alert>
          <ButtonLink to="/auth/forgotpass">Send me a new link</ButtonLink>
        </>
      )}
    </>
  );
}
