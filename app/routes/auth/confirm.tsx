import { Form, useNavigation } from "react-router";
import {
  followLink,
  type LinkType,
  readDestination,
  readLinkType,
  readSignedInEmail,
} from "~/auth/links/mail-link.server";
import { AuthTitle, SignedInNotice } from "~/auth/sign-in/auth-title";
import { UNEXPECTED_ERRORS, unexpectedFormError } from "~/auth/unexpected-error.server";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
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

const NEW_LINK = { label: "Get a new link", to: "/auth/signin" };
/** What to press when the link is no good any more. */
const WAYS_ON: Record<LinkType, { readonly label: string; readonly to: string }> = {
  email: NEW_LINK,
  recovery: { ...NEW_LINK, to: "/auth/forgotpass" },
  email_change: { label: "See where the change stands", to: "/settings/general" },
  invite: NEW_LINK,
};

/** Shows a button only: mail scanners open links, so opening one must not use it up. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const type = readLinkType(url);
  const { prices } = getPlatform(context).config.stripe;
  const plan = type === "email" ? findChosenPlan(readDestination(context, url), prices) : null;
  return {
    label: plan ? `Continue to the ${plan.name} plan` : type && BUTTONS[type],
    wayOn: type && WAYS_ON[type],
    signsIn: type !== "email_change",
    signedInEmail: await readSignedInEmail(context),
  };
}

/** Redirects when it worked, so what it returns is shown. */
export async function action({ url, context }: Route.ActionArgs) {
  const { tokenVerification } = UNEXPECTED_ERRORS;
  const following = followLink(context, url, async (userId) => {
    const { syncContact } = await import("~/billing/sync/sync-user.server");
    await syncContact(getPlatform(context), userId);
  });
  return formResponse(
    await following.catch(unexpectedFormError(getPlatform(context).requestId, tokenVerification)),
  );
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Confirm");

export default function Confirm({ loaderData, actionData: result }: Route.ComponentProps) {
  const { label, wayOn, signsIn, signedInEmail } = loaderData;
  const pending = useNavigation().state !== "idle";
  const next = result?.status === "success" ? result.values?.next : undefined;
  const isOver = result?.status === "error" && [400, 422].includes(result.httpStatus);
  // Nobody has looked at the link yet: the same button may do it in a while.
  const isDelayed = result?.status === "error" && !isOver;
  const isHalfDone = result?.status === "success" && next === undefined;
  return (
    <>
      <AuthTitle>
        {describeStage({ isOver: isOver || !label, isHalfDone, isDone: next !== undefined })}
      </AuthTitle>
      {result?.message && !pending ? (
        <Alert type={result.status} hasFocus>
          {result.message}
        </Alert>
      ) : null}
      {isOver && wayOn ? <ButtonLink to={wayOn.to}>{wayOn.label}</ButtonLink> : null}
      {next === undefined ? null : <ButtonLink to={next}>Continue</ButtonLink>}
      {isHalfDone ? (
        <ButtonLink to={WAYS_ON.email_change.to} variant="secondary">
          {WAYS_ON.email_change.label}
        </ButtonLink>
      ) : null}
      {label && (!result || isDelayed) ? (
        <Form method="post" className="grid gap-4">
          {signsIn ? <SignedInNotice email={signedInEmail} /> : null}
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

/** The heading: what has become of the link so far. */
function describeStage(link: { isOver: boolean; isHalfDone: boolean; isDone: boolean }): string {
  if (link.isOver) return "This link does not work";
  if (link.isHalfDone) return "One link to go";
  return link.isDone ? "You are signed in" : "One more click";
}
