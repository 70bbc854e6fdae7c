import { describeProviderProblem } from "~/auth/providers/oauth.server";
import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { loadGuestPage } from "~/auth/sign-in/guest-page.server";
import { SignInForm } from "~/auth/sign-in/sign-in-form";
import { ChosenPlanNote } from "~/billing/checkout/chosen-plan";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
import { signInPage } from "~/content/auth/auth-pages";
import { formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { privatePageMeta } from "~/navigation/page-meta";
import { getNextPath } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { Alert } from "~/ui/alert";
import type { Route } from "./+types/sign-in";

export const handle: RouteHandle = { hydrate: true, turnstile: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { prices } = getPlatform(context).config.stripe;
  const page = await loadGuestPage(context, url);
  return {
    ...page,
    plan: findChosenPlan(getNextPath(url), prices),
    problem: describeProviderProblem(url),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const auth = await import("~/auth/sign-in/sign-in.server");
  const formData = await readForm(request);
  const call = { context, formData, next: getNextPath(url) };
  switch (formData.get("intent")) {
    case "magic-link":
      return formResponse(await auth.sendEmail(call, "magic-link"));
    case "passkey": {
      const { signInWithPasskey } = await import("~/auth/passkeys/passkeys.server");
      return formResponse(await signInWithPasskey(call));
    }
    case "resend":
      return formResponse(await auth.resendEmail(call));
    default:
      return formResponse(await auth.signIn(call));
  }
}

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, signInPage.title);

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { plan, problem, ...page } = loaderData;
  return (
    <CheckInbox {...page} result={actionData}>
      <SignInForm {...page} result={actionData}>
        {problem && !actionData ? <Alert type="error">{problem}</Alert> : null}
        <ChosenPlanNote plan={plan} isNew={false} />
      </SignInForm>
    </CheckInbox>
  );
}
