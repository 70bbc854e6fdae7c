import { data, Form, href, useNavigation } from "react-router";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { LINK_INCOMPLETE } from "~/auth/gotrue/link-errors";
import { AuthTitle } from "~/auth/pages/auth-title";
import { SignedInNotice } from "~/auth/pages/signed-in-notice";
import {
  findLinkOwner,
  type LinkType,
  readLink,
  readLinkDestination,
  readSignedInEmail,
  unexpectedFormError,
  verifyEmailLink,
} from "~/auth/proof/link/email-link.server";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
import { formResponse } from "~/forms/form-result";
import { privatePageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/confirm";

const SUBMIT_LABELS = {
  email: "Continue to your account",
  recovery: "Choose a new password",
  email_change: "Confirm this email address",
  invite: "Accept the invitation",
} as const;

const NEW_LINK = { label: "Get a new link", to: href("/auth/signin") };
/** Where to continue when the link has expired. */
const NEXT_STEPS: Record<LinkType, { readonly label: string; readonly to: string }> = {
  email: NEW_LINK,
  recovery: { ...NEW_LINK, to: href("/auth/forgotpass") },
  email_change: { label: "See the status of the change", to: href("/settings/general") },
  invite: NEW_LINK,
};

/** Shows a button that submits: email scanners open links, so opening one must not consume it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const link = readLink(url);
  const [owner, signedInEmail] = await Promise.all([
    link && findLinkOwner(context, link),
    readSignedInEmail(context),
  ]);
  const { prices } = getPlatform(context).config.stripe;
  const plan = link?.type === "email" && findChosenPlan(readLinkDestination(context, url), prices);
  const page = {
    account: owner && { email: owner.email ?? "", newEmail: owner.new_email },
    label: plan ? `Confirm and continue to ${plan.name}` : link && SUBMIT_LABELS[link.type],
    nextStep: link && NEXT_STEPS[link.type],
    signsIn: link?.type !== "email_change",
    signedInEmail,
  };
  return data(page, { status: link ? 200 : 400 });
}

/** Redirects on success; returns the result to show otherwise. */
export async function action({ url, context }: Route.ActionArgs) {
  return formResponse(
    await verifyEmailLink(context, url).catch(
      unexpectedFormError(getPlatform(context).requestId, AUTH_ERRORS.tokenVerificationFailed),
    ),
  );
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Confirm");

export default function Confirm({ loaderData, actionData: result }: Route.ComponentProps) {
  const { account, label, nextStep, signsIn, signedInEmail } = loaderData;
  const pending = useNavigation().state !== "idle";
  const next = result?.status === "success" ? result.next : undefined;
  const isInvalid = result?.status === "error" && [400, 422].includes(result.httpStatus);
  // The link was not checked, so the same button may work later.
  const canRetry = result?.status === "error" && !isInvalid;
  const isHalfDone = result?.status === "success" && next === undefined;
  return (
    <>
      <AuthTitle>
        {getHeading({ isInvalid: isInvalid || !label, isHalfDone, isDone: next !== undefined })}
      </AuthTitle>
      {result?.message && !pending ? (
        <Alert type={result.status} hasFocus>
          {result.message}
        </Alert>
      ) : null}
      {isInvalid && nextStep ? <ButtonLink to={nextStep.to}>{nextStep.label}</ButtonLink> : null}
      {next === undefined ? null : <ButtonLink to={next}>Continue</ButtonLink>}
      {isHalfDone ? (
        <ButtonLink to={NEXT_STEPS.email_change.to} variant="secondary">
          {NEXT_STEPS.email_change.label}
        </ButtonLink>
      ) : null}
      {label && (!result || canRetry) ? (
        <Form method="post" className="grid gap-4">
          {signsIn ? <SignedInNotice email={signedInEmail} account={account?.email} /> : null}
          {!signsIn && account?.newEmail ? (
            <p className="wrap-anywhere text-ink-soft">
              {`Change the email of ${account.email} to ${account.newEmail}?`}
            </p>
          ) : null}
          <Button pending={pending} className="w-full">
            {label}
          </Button>
        </Form>
      ) : null}
      {label ? null : (
        <>
          <Alert type="error">{LINK_INCOMPLETE}</Alert>
          <ButtonLink to={href("/auth/signin")}>Sign in</ButtonLink>
        </>
      )}
    </>
  );
}

function getHeading(link: { isInvalid: boolean; isHalfDone: boolean; isDone: boolean }): string {
  if (link.isInvalid) return "This link doesn’t work";
  if (link.isHalfDone) return "One link to go";
  return link.isDone ? "You are signed in" : "One more click";
}
