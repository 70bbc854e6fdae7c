import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { loadGuestPage } from "~/auth/sign-in/guest-page.server";
import { SignUpForm } from "~/auth/sign-in/sign-up-form";
import { ChosenPlanNote } from "~/billing/checkout/chosen-plan";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
import { signUpPage } from "~/content/auth/auth-pages";
import { formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { privatePageMeta } from "~/navigation/page-meta";
import { getNextPath } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/sign-up";

export const handle: RouteHandle = { hydrate: true, turnstile: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { prices } = getPlatform(context).config.stripe;
  const page = await loadGuestPage(context, url);
  return { ...page, plan: findChosenPlan(getNextPath(url), prices) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const auth = await import("~/auth/sign-in/sign-in.server");
  const formData = await readForm(request);
  const call = { context, formData, next: getNextPath(url) };
  const isResend = formData.get("intent") === "resend";
  return formResponse(await (isResend ? auth.resendEmail(call) : auth.signUp(call)));
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, signUpPage.title);

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { plan, ...page } = loaderData;
  return (
    <CheckInbox {...page} result={actionData}>
      <SignUpForm {...page} result={actionData}>
        <ChosenPlanNote plan={plan} isNew />
      </SignUpForm>
    </CheckInbox>
  );
}
