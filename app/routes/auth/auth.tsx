import { redirect } from "react-router";
import { AuthFrame } from "~/auth/auth-frame";
import { readAuthType } from "~/auth/auth-types";
import { ChangePasswordForm } from "~/auth/change-password-form";
import { ForgotPasswordForm } from "~/auth/forgot-password-form";
import { resolveSession } from "~/auth/session.server";
import { SignInForm } from "~/auth/sign-in-form";
import { SignUpForm } from "~/auth/sign-up-form";
import { afterSignIn, requireTwoStep } from "~/auth/two-step-guard.server";
import { privatePageMeta } from "~/navigation/page-meta";
import { safePath } from "~/platform/safe-path";
import type { Route } from "./+types/auth";

export const handle = { hydrate: true };

const DEFAULT_NEXT = "/dashboard";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const type = readAuthType(params.type);
  const next = safePath(url.searchParams.get("next")) ?? DEFAULT_NEXT;
  const session = await resolveSession(request, context);
  const isSignedIn = session !== null && session !== "unavailable";
  if (isSignedIn && type !== "changepass") throw redirect(afterSignIn(session.accessToken, next));
  if (isSignedIn) requireTwoStep(session, url.pathname + url.search);
  return {
    type,
    isSignedIn,
    query: next === DEFAULT_NEXT ? "" : `?next=${encodeURIComponent(next)}`,
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const auth = await import("~/auth/sign-in.server");
  const formData = await request.formData();
  const next = safePath(url.searchParams.get("next")) ?? DEFAULT_NEXT;
  const call = { request, context, formData, next };
  switch (formData.get("intent") ?? readAuthType(params.type)) {
    case "signin":
      return auth.signIn(call);
    case "magic-link":
      return auth.sendMagicLink(call);
    case "resend":
      return auth.resendConfirmation(call);
    case "forgotpass":
      return auth.sendPasswordReset(call);
    case "changepass":
      return auth.changePassword(call);
    default:
      return auth.signUp(call);
  }
}

const TITLES = {
  signup: "Create your account",
  signin: "Sign in",
  forgotpass: "Forgot your password?",
  changepass: "Choose a new password",
} as const;

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, TITLES[args.loaderData?.type ?? "signup"]);

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { type, query, isSignedIn } = loaderData;
  const Form = {
    signup: SignUpForm,
    signin: SignInForm,
    forgotpass: ForgotPasswordForm,
    changepass: ChangePasswordForm,
  }[type];
  return (
    <AuthFrame title={TITLES[type]}>
      <Form key={type} query={query} result={actionData} isSignedIn={isSignedIn} />
    </AuthFrame>
  );
}
