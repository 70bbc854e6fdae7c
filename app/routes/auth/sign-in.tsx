import { Form, href, Link, useNavigation, useSubmit } from "react-router";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { PasskeyButton } from "~/auth/methods/passkey/passkey-button";
import { usePasskeysEnabled } from "~/auth/methods/passkey/passkey-support";
import { PasswordField } from "~/auth/methods/password/password-field";
import { emailSchema, signInSchema } from "~/auth/methods/password/schema";
import { takeProviderError } from "~/auth/methods/provider/oauth.server";
import { ProviderLinks } from "~/auth/methods/provider/provider-links";
import { AuthFormFooter, EmailField } from "~/auth/sign-in/auth-fields";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { loadGuestPage, submitGuestForm } from "~/auth/sign-in/guest-page.server";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
import { CHECKED_OUT_PATH } from "~/billing/plan/links";
import { ChosenPlanNote } from "~/billing/ui/chosen-plan";
import { useForm, useIsSubmitting } from "~/forms/use-form";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { ERROR_PARAM, getNextPath, SESSION_ENDED } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import type { Route } from "./+types/sign-in";

export const handle: RouteHandle = { turnstile: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const page = await loadGuestPage(context, url);
  const hasEnded = url.searchParams.get(ERROR_PARAM) === SESSION_ENDED;
  const next = getNextPath(url);
  return {
    ...page,
    plan: findChosenPlan(next, platform.config.planCatalog.prices),
    isBackFromCheckout: next.startsWith(CHECKED_OUT_PATH),
    error: hasEnded ? AUTH_ERRORS.sessionEnded.message : takeProviderError(platform),
  };
}

export function action(args: Route.ActionArgs) {
  return submitGuestForm(args, async (auth, call) => {
    switch (call.formData.get("intent")) {
      case "magic-link":
        return auth.sendEmail(call, "magic-link");
      case "passkey":
        return auth.signInWithPasskey(call);
      default:
        return auth.signIn(call);
    }
  });
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Sign in");

export default function SignIn({ loaderData, actionData: result }: Route.ComponentProps) {
  const { plan, isBackFromCheckout, error, ...page } = loaderData;
  const isSigningIn = useIsSubmitting("signin");
  const isSendingLink = useIsSubmitting("magic-link");
  const submit = useSubmit();
  const forgotPath = `${href("/auth/forgotpass")}${page.query}`;
  const form = useForm({
    schema: (intent) => (intent === "magic-link" ? emailSchema : signInSchema),
    result,
    pending: isSigningIn || isSendingLink,
  });
  return (
    <CheckInbox {...page} result={result}>
      <AuthTitle>Sign in</AuthTitle>
      {error && !result ? <Alert type="error">{error}</Alert> : null}
      <ChosenPlanNote plan={plan} isNew={false} />
      {/* A bank's app may lead back into another browser, where a new account would buy again. */}
      {isBackFromCheckout ? (
        <p className="text-ink-soft">
          To see your plan, sign in to the account you used at checkout.
        </p>
      ) : null}
      {form.result?.message ? (
        <Alert type={form.result.status}>
          <span>{form.result.message}</span>
          {form.result.status === "error" && form.result.code === "invalid_credentials" ? (
            <Link to={forgotPath} className="mt-1 block w-fit underline underline-offset-[0.22em]">
              Reset your password
            </Link>
          ) : null}
        </Alert>
      ) : null}
      <Form method="post" defaultShouldRevalidate={false} className="grid gap-4" {...form.props}>
        <EmailField
          {...form.field("email")}
          autoComplete={usePasskeysEnabled() ? "username webauthn" : "email"}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.field("password")}
        />
        <Link to={forgotPath} className="link justify-self-end text-sm">
          Forgot your password?
        </Link>
        <Turnstile siteKey={page.turnstileKey} result={result} />
        <Button name="intent" value="signin" pending={isSigningIn}>
          Sign in
        </Button>
        {/* Below the button that Enter presses. */}
        <Button
          name="intent"
          value="magic-link"
          variant="quiet"
          className="link -my-2 justify-self-center font-medium"
          pending={isSendingLink}
        >
          Email me a sign-in link
        </Button>
      </Form>
      <div className="grid gap-4">
        <ProviderLinks query={page.query} />
        <PasskeyButton
          pending={useNavigation().state !== "idle"}
          result={result}
          onPasskey={(passkeyForm) => submit(passkeyForm, { method: "post" })}
        />
      </div>
      <AuthFormFooter question="New here?" to={`${href("/auth/signup")}${page.query}`}>
        Sign up
      </AuthFormFooter>
    </CheckInbox>
  );
}
