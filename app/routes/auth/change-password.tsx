import { href, useLocation } from "react-router";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { NewPasswordForm } from "~/auth/manage/password/new-password-form";
import { firstPasswordFlash } from "~/auth/methods/link/email-link.server";
import { requireSameAccount } from "~/auth/session/account-form.server";
import { getAuth, requireSignedIn } from "~/auth/session/auth.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { formError, formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { withFlash } from "~/navigation/flash.server";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { changePasswordPath, getNextPath } from "~/navigation/paths";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useFlash } from "~/ui/use-flash";
import type { Route } from "./+types/change-password";

/** The page that reset links lead to; offers a guest a new link. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const auth = await getAuth(context);
  if (auth.kind === "guest") return null;
  const { userId, email, providers } = requireSignedIn(auth, url.pathname + url.search);
  const page = { email, providers, next: getNextPath(url) };
  return withFlash(getPlatform(context), userId, firstPasswordFlash, page);
}

/** A reset link counts as a recent sign-in. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const formData = await readForm(request);
  const auth = await getAuth(context);
  if (auth.kind === "guest") return formResponse(formError(AUTH_ERRORS.sessionMissing));
  const session = requireSignedIn(auth, url.pathname + url.search);
  requireSameAccount(formData, session);
  const { setPassword } = await import("~/auth/manage/password/set-password.server");
  return formResponse(
    await setPassword(context, session, { formData, message: "Your password has been changed" }),
  );
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Choose a new password");

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const isFirst = useFlash(loaderData?.flash ?? null);
  const { search } = useLocation();
  return (
    <>
      <AuthTitle>{isFirst ? "Choose a password" : "Choose a new password"}</AuthTitle>
      {loaderData ? (
        <>
          <p className="wrap-anywhere text-ink-soft">{`Account: ${loaderData.email}`}</p>
          <NewPasswordForm
            path={changePasswordPath(loaderData.next)}
            button="Save password"
            providers={loaderData.providers}
            result={actionData}
            next={loaderData.next}
          >
            {isFirst ? (
              <Alert type="success">
                Your address is confirmed. Please choose a password: for your security, the one
                entered at sign-up no longer works.
              </Alert>
            ) : null}
          </NewPasswordForm>
        </>
      ) : (
        <>
          <Alert type="error">
            This page needs a valid reset link. Each link works once, within an hour.
          </Alert>
          <ButtonLink to={href("/auth/forgotpass") + search}>Send me a new link</ButtonLink>
        </>
      )}
    </>
  );
}
