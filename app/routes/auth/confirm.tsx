import { Form, useNavigation } from "react-router";
import { AuthTitle } from "~/auth/auth-title";
import {
  followLink,
  type LinkType,
  readLinkType,
  readSignedInEmail,
} from "~/auth/mail-link.server";
import { refuseUnexpected, UNEXPECTED_REFUSALS } from "~/auth/refuse-unexpected.server";
import { WhoIsSignedIn } from "~/auth/who-is-signed-in";
import { formResponse } from "~/forms/form-result";
import { pageHeaders } from "~/navigation/page-headers";
import { privatePageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/confirm";

export const handle = { hydrate: true };

const BUTTONS: Record<LinkType, string> = {
  email: "Continue to your account",
  recovery: "Choose a new password",
  email_change: "Confirm this email address",
  invite: "Accept the invitation",
};

/** Shows a button only: mail scanners open links, so opening one must not use it up. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const type = readLinkType(url);
  return {
    label: type && BUTTONS[type],
    signsIn: type !== "email_change",
    signedInEmail: await readSignedInEmail(context),
  };
}

/** Redirects when it worked, so what it returns is shown. */
export async function action({ url, context }: Route.ActionArgs) {
  const { tokenVerification } = UNEXPECTED_REFUSALS;
  const following = followLink(context, url, async (userId) => {
    const { tellStripe } = await import("~/billing/sync-user.server");
    await tellStripe(getPlatform(context), userId);
  });
  return formResponse(await following.catch(refuseUnexpected(tokenVerification)));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Confirm");

export default function Confirm({ loaderData, actionData: result }: Route.ComponentProps) {
  const { label, signsIn, signedInEmail } = loaderData;
  const pending = useNavigation().state !== "idle";
  const next = result?.status === "success" ? result.values?.next : undefined;
  return (
    <>
      <AuthTitle>One more click</AuthTitle>
      {result?.message ? (
        <Alert type={result.status} hasFocus>
          {result.message}
        </Alert>
      ) : null}
      {result?.status === "error" ? (
        <ButtonLink to="/auth/signin">Get a new link</ButtonLink>
      ) : null}
      {next === undefined ? null : <ButtonLink to={next}>Continue</ButtonLink>}
      {result?.status === "success" && next === undefined ? (
        <ButtonLink to="/settings/general" variant="secondary">
          See where the change stands
        </ButtonLink>
      ) : null}
      {label && !result ? (
        <Form method="post" className="grid gap-4">
          {signsIn ? <WhoIsSignedIn email={signedInEmail} /> : null}
          <Button pending={pending} className="w-full">
            {label}
          </Button>
        </Form>
      ) : null}
      {label ? null : (
        <>
          <Alert type="error">This link is incomplete.</Alert>
          <ButtonLink to="/auth/signin">Sign in</ButtonLink>
        </>
      )}
    </>
  );
}
