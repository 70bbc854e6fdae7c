import { Form, Link, redirect, useActionData, useNavigation } from "react-router";
import { AuthFrame } from "~/auth/auth-frame";
import { type AuthType, readAuthType } from "~/auth/auth-types";
import { signInSchema, signUpSchema } from "~/auth/schema";
import { getSession, loadSupabase } from "~/auth/session.server";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { useForm } from "~/forms/use-form";
import { getPlatform } from "~/platform/context.server";
import { safePath } from "~/platform/safe-path";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import type { Route } from "./+types/auth";

export const handle = { hydrate: true };

export function loader({ params, url, context }: Route.LoaderArgs) {
  const type = readAuthType(params.type);
  const next = safePath(url.searchParams.get("next")) ?? "/dashboard";
  if (getSession(context) && type !== "changepass") throw redirect(next);
  return { type, next };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const next = safePath(url.searchParams.get("next")) ?? "/dashboard";
  return readAuthType(params.type) === "signin"
    ? signIn(request, context, next)
    : signUp(request, context, next);
}

async function signIn(
  request: Request,
  context: Route.ActionArgs["context"],
  next: string,
): Promise<FormResult> {
  const form = parseForm(signInSchema, await request.formData());
  if (!form.ok) return form.result;
  const { describeAuthError } = await import("~/auth/auth-errors.server");
  const supabase = await loadSupabase(request, context);
  const { error } = await supabase.auth.signInWithPassword(form.value);
  if (error) return formError(describeAuthError(error), { email: form.value.email });
  throw redirect(next);
}

async function signUp(
  request: Request,
  context: Route.ActionArgs["context"],
  next: string,
): Promise<FormResult> {
  const form = parseForm(signUpSchema, await request.formData());
  if (!form.ok) return form.result;
  const { CHECK_EMAIL_MESSAGE, describeAuthError } = await import("~/auth/auth-errors.server");
  const supabase = await loadSupabase(request, context);
  const { error } = await supabase.auth.signUp({
    email: form.value.email,
    password: form.value.password,
    options: { emailRedirectTo: new URL(next, getPlatform(context).config.siteUrl).href },
  });
  return error
    ? formError(describeAuthError(error), { email: form.value.email })
    : formSuccess(CHECK_EMAIL_MESSAGE);
}

const TITLES: Record<AuthType, string> = {
  signup: "Create your account",
  signin: "Sign in",
  forgotpass: "Create your account",
  changepass: "Create your account",
};

export default function Auth({ loaderData: { type, next } }: Route.ComponentProps) {
  const query = next === "/dashboard" ? "" : `?next=${encodeURIComponent(next)}`;
  return (
    <AuthFrame title={TITLES[type]}>
      <AuthForm key={type} type={type} />
      {type === "signin" ? (
        <p className="text-sm">
          New here? <Link to={`/auth/signup${query}`}>Create an account</Link>
        </p>
      ) : (
        <p className="text-sm">
          Have an account already? <Link to={`/auth/signin${query}`}>Sign in</Link>
        </p>
      )}
    </AuthFrame>
  );
}

function AuthForm({ type }: { type: AuthType }) {
  const isSignIn = type === "signin";
  const pending = useNavigation().state !== "idle";
  const result = useActionData<typeof action>();
  const form = useForm({ schema: isSignIn ? signInSchema : signUpSchema, result, pending });
  return (
    <Form method="post" className="grid gap-4" {...form.props}>
      {result?.message ? <Alert type={result.status}>{result.message}</Alert> : null}
      <Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
      <Field
        label="Password"
        type="password"
        autoComplete={isSignIn ? "current-password" : "new-password"}
        {...form.field("password")}
      />
      {isSignIn ? null : (
        <Field
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
      )}
      <Button pending={pending}>{isSignIn ? "Sign in" : "Sign up"}</Button>
    </Form>
  );
}
