import { Form, href } from "react-router";
import { PasswordField } from "~/auth/methods/password/password-field";
import { PASSWORD_MIN_LENGTH } from "~/auth/methods/password/password-length";
import { signUpSchema } from "~/auth/methods/password/schema";
import { ProviderLinks } from "~/auth/methods/provider/provider-links";
import { AuthFormFooter, EmailField } from "~/auth/sign-in/auth-fields";
import { AuthTitle } from "~/auth/sign-in/auth-title";
import { CheckInbox } from "~/auth/sign-in/check-inbox";
import { loadGuestPage, submitGuestForm } from "~/auth/sign-in/guest-page.server";
import { findChosenPlan } from "~/billing/checkout/purchase.server";
import { ChosenPlanNote } from "~/billing/ui/chosen-plan";
import { useForm, useIsSubmitting } from "~/forms/use-form";
import { unlistedPageMeta } from "~/navigation/page-meta";
import { getNextPath } from "~/navigation/paths";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button, TextLink } from "~/ui/button";
import type { Route } from "./+types/sign-up";

export const handle: RouteHandle = { turnstile: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { prices } = getPlatform(context).config.planCatalog;
  const page = await loadGuestPage(context, url);
  return { ...page, plan: findChosenPlan(getNextPath(url), prices) };
}

export function action(args: Route.ActionArgs) {
  return submitGuestForm(args, (auth, call) => auth.signUp(call));
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Sign up");

export default function SignUp({ loaderData, actionData: result }: Route.ComponentProps) {
  const { plan, ...page } = loaderData;
  const pending = useIsSubmitting("signup");
  const form = useForm({ schema: signUpSchema, result, pending });
  return (
    <CheckInbox {...page} plan={plan?.name} result={result}>
      <AuthTitle>Sign up</AuthTitle>
      {plan ? (
        <ChosenPlanNote plan={plan} isNew />
      ) : (
        <p className="text-ink-soft">
          An account is for choosing a plan, requesting changes, and managing billing. It’s free.
        </p>
      )}
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <Form method="post" defaultShouldRevalidate={false} className="grid gap-4" {...form.props}>
        <EmailField {...form.field("email")} autoComplete="username" />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          {...form.field("password")}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <Turnstile siteKey={page.turnstileKey} result={result} />
        <Button name="intent" value="signup" pending={pending}>
          Sign up
        </Button>
      </Form>
      <ProviderLinks query={page.query} />
      <p className="text-center text-ink-soft text-sm">
        By signing up, you accept our{" "}
        <TextLink to={href("/legal/terms-of-service")} target="_blank">
          terms
        </TextLink>{" "}
        and{" "}
        <TextLink to={href("/legal/privacy-policy")} target="_blank">
          privacy policy
        </TextLink>
        .
      </p>
      <AuthFormFooter
        question="Already have an account?"
        to={`${href("/auth/signin")}${page.query}`}
      >
        Sign in
      </AuthFormFooter>
    </CheckInbox>
  );
}
