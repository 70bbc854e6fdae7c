import { data, Form, href, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { LINK_INCOMPLETE } from "~/auth/gotrue/link-errors";
import {
  readLink,
  readLinkDestination,
  readSignedInEmail,
  skipUsedLink,
  unexpectedFormError,
  verifyEmailLink,
} from "~/auth/methods/link/email-link.server";
import { findRequestedAddress } from "~/auth/methods/link/link-request.server";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { SignedInNotice } from "~/auth/sign-in/signed-in-notice";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
import { formResponse } from "~/forms/form-result";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/confirm";

const NEW_LINK = { label: "Get a new link", to: href("/auth/signin") };
const CHANGE_STATUS = { label: "See the status of the change", to: href("/settings/general") };

/** The button of a link, and where to continue when the link has expired. */
const LINKS = {
  email: { button: "Continue to your account", nextStep: NEW_LINK },
  recovery: {
    button: "Choose a new password",
    nextStep: { ...NEW_LINK, to: href("/auth/forgotpass") },
  },
  email_change: { button: "Confirm this email address", nextStep: CHANGE_STATUS },
  invite: { button: "Accept the invitation", nextStep: NEW_LINK },
} as const;

/**
 * Shows a button that submits: email scanners open links, so opening one must not consume it. The link is not
 * looked up: its hash can be guessed from an address, and a page that knew a right one would tell.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  await skipUsedLink(context, url);
  const link = readLink(url);
  const signedInEmail = await readSignedInEmail(context);
  const platform = getPlatform(context);
  const { prices } = platform.config.planCatalog;
  const plan = link?.type === "email" && findChosenPlan(readLinkDestination(context, url), prices);
  const page = {
    address: findRequestedAddress(platform, url.searchParams.get("next")),
    label: plan ? `Confirm and continue to ${plan.name}` : link && LINKS[link.type].button,
    nextStep: link && LINKS[link.type].nextStep,
    destination: readLinkDestination(context, url),
    signsIn: link?.type !== "email_change",
    mayConfirm: link?.type === "email" && signedInEmail === null,
    signedInEmail,
  };
  return data(page, { status: link ? 200 : 400 });
}

/** Redirects on success; returns the result to show otherwise. */
export async function action({ url, context }: Route.ActionArgs) {
  await skipUsedLink(context, url);
  return formResponse(
    await verifyEmailLink(context, url).catch(
      unexpectedFormError(getPlatform(context).requestId, AUTH_ERRORS.tokenVerificationFailed),
    ),
  );
}

/** The loader is skipped after the form: its result says what happened, and the loader would redirect. */
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined;
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Confirm");

export default function Confirm({ loaderData, actionData: result }: Route.ComponentProps) {
  const { address, label, signsIn, signedInEmail } = loaderData;
  const pending = useNavigation().state !== "idle";
  const next = result?.status === "success" ? result.next : undefined;
  const isInvalid = result?.status === "error" && [400, 422].includes(result.httpStatus);
  // The link was not checked, so the same button may work later.
  const canRetry = result !== undefined && result.status !== "success" && !isInvalid;
  const isHalfDone = result?.status === "success" && next === undefined;
  let heading = "One more click";
  if (isInvalid || !label) heading = "This link doesn’t work";
  else if (isHalfDone) heading = "One link to go";
  else if (next !== undefined) heading = "You are signed in";
  return (
    <>
      <AuthTitle>{heading}</AuthTitle>
      {result?.message && !pending ? (
        <Alert type={result.status} hasFocus>
          {result.message}
        </Alert>
      ) : null}
      {isInvalid ? <InvalidLinkSteps {...loaderData} /> : null}
      {next === undefined ? null : <ButtonLink to={next}>Continue</ButtonLink>}
      {isHalfDone ? (
        <ButtonLink to={CHANGE_STATUS.to} variant="secondary">
          {CHANGE_STATUS.label}
        </ButtonLink>
      ) : null}
      {label && (!result || canRetry) ? (
        // Replaces the page in the history: going back from a payment must not lead to a used link.
        <Form method="post" replace className="grid gap-4">
          {signsIn ? <SignedInNotice email={signedInEmail} account={address} /> : null}
          {!signsIn && address ? (
            <p className="wrap-anywhere text-ink-soft">{`Change your email to ${address}?`}</p>
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

/** What to do about a link that was used or has expired. */
function InvalidLinkSteps({
  nextStep,
  destination,
  signsIn,
  mayConfirm,
  signedInEmail,
}: Route.ComponentProps["loaderData"]) {
  return (
    <>
      {nextStep ? (
        <ButtonLink
          to={
            signsIn ? `${nextStep.to}?${new URLSearchParams({ next: destination })}` : nextStep.to
          }
        >
          {nextStep.label}
        </ButtonLink>
      ) : null}
      {signedInEmail ? (
        <>
          <p className="wrap-anywhere">{`You are signed in as ${signedInEmail}.`}</p>
          <ButtonLink to={destination} variant="secondary">
            Continue
          </ButtonLink>
        </>
      ) : null}
      {mayConfirm ? (
        <>
          <p className="text-ink-soft">
            If it was opened elsewhere or its button was pressed twice, your address is confirmed.
            If the password that you signed up with doesn’t work, choose a new one by email.
          </p>
          <ButtonLink to={href("/auth/forgotpass")} variant="secondary">
            Choose a password
          </ButtonLink>
        </>
      ) : null}
    </>
  );
}
