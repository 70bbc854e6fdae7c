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
import { Icon } from "~/ui/icon";
import type { Route } from "./+types/sign-in";

const FORM_ID = "sign-in";

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
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form
        id={FORM_ID}
        method="post"
        defaultShouldRevalidate={false}
        className="grid gap-4"
        {...form.props}
      >
        <EmailField
          {...form.field("email")}
          autoComplete={usePasskeysEnabled() ? "username webauthn" : "email"}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.field("password")}
        />
        <Link
          to={`${href("/auth/forgotpass")}${page.query}`}
          className="link justify-self-end text-sm"
        >
          Forgot your password?
        </Link>
        <Turnstile siteKey={page.turnstileKey} result={result} />
        <Button name="intent" value="signin" pending={isSigningIn}>
          Sign in
        </Button>
      </Form>
      <div className="grid gap-4">
        <ProviderLinks query={page.query} />
        <Button
          form={FORM_ID}
          name="intent"
          value="magic-link"
          variant="secondary"
          pending={isSendingLink}
        >
          <Icon>
            <rect x="2" y="4" width="16" height="12" rx="1.5" />
            <path d="m2.5 5.5 7.5 6 7.5-6" />
          </Icon>
          Email me a sign-in link
        </Button>
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
